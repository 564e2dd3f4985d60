import type { APIGatewayProxyEventV2 } from "aws-lambda";

import type { Db } from "../../db/client.ts";
import { type AuthenticatedUser, admitToken } from "../../db/queries/accounts/access-tokens.ts";
import type { ReadFeed } from "../../db/queries/accounts/feed-admission.ts";
import { countHit, type RateLimitState } from "../../db/queries/accounts/rate-limits.ts";
import { parseToken } from "../auth/access-token.ts";
import type { Ability } from "../domain/api-token.ts";
import type { DayAllowances } from "../domain/day-allowance.ts";
import type { LinkSecret } from "../domain/mail.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../runtime/log.ts";
import { clientNetwork } from "./client-network.ts";
import { type Access, type Contract, type RateLimit, tagsOfOwners } from "./contract.ts";

export type EdgeDependencies = {
  readonly db: Db;
  readonly log: Log;
  readonly requestsPerMinute: number;
  readonly dayAllowances: DayAllowances;
};

export type RequestContext<D extends EdgeDependencies = EdgeDependencies> = {
  readonly startedAt: number;
  readonly event: APIGatewayProxyEventV2;
  readonly deps: D & { readonly correlationId: string };
  readonly logFields: Record<string, unknown>;
  limit?: RateLimitState & { readonly allowed: number };
};

export type AuthenticatedRequest = { readonly user: AuthenticatedUser };

export type Sender = {
  readonly public: object;
  readonly session: { readonly session: Uint8Array };
  readonly feed: { readonly feed: ReadFeed };
  readonly link: { readonly link: LinkSecret };
  readonly oauth: object;
  readonly token: AuthenticatedRequest;
  readonly read: AuthenticatedRequest;
  readonly write: AuthenticatedRequest;
};

/** Authenticates a request, counts it against its rate limit, and throws if it is rejected. */
export type Admission = {
  readonly [A in Access]: (context: RequestContext, contract: Admitted) => Promise<Sender[A]>;
};

type Admitted = Pick<Contract, "rateLimit" | "tag">;

export const AUTH_REQUESTS_PER_MINUTE = 5;

const AUTHORIZATION_LENGTH_MAX = 128;
const bearer = /^Bearer +(\S+)$/i;

function missing(): never {
  throw new TypeError("No admission.");
}

export const tokenAdmission: Admission = {
  public: countByAddress,
  token: admitUser,
  read: (context, contract) => admitAbleUser(context, { contract, ability: "read" }),
  write: (context, contract) => admitAbleUser(context, { contract, ability: "write" }),
  session: missing,
  feed: missing,
  link: missing,
  oauth: missing,
};

export function admitRequest<A extends Access>(
  context: RequestContext,
  contract: Admitted & { readonly access: A },
  admission: Admission,
): Promise<Sender[A]> {
  return admission[contract.access](context, contract);
}

async function countByAddress(context: RequestContext, { rateLimit }: Admitted): Promise<object> {
  assertWithinLimit(context, rateLimit, await countHit(context.deps.db, { bucket: `auth:ip:${networkOf(context)}` }));
  return {};
}

/** The address is the one that the gateway sees, because headers can be forged. */
export function networkOf({ event }: RequestContext): string {
  return clientNetwork(event.requestContext.http.sourceIp);
}

async function admitAbleUser(
  context: RequestContext,
  { contract, ability }: { readonly contract: Admitted; readonly ability: Ability },
): Promise<AuthenticatedRequest> {
  const request = await admitUser(context, contract);
  if (!request.user.abilities.includes(ability)) {
    throw new AppError("forbidden", `The token does not have the ability "${ability}".`);
  }
  return request;
}

/**
 * Finds the token's user and counts the request in one round trip. An unknown token counts by address, an expired one
 * by itself.
 */
async function admitUser(context: RequestContext, { rateLimit, tag }: Admitted): Promise<AuthenticatedRequest> {
  const { db } = context.deps;
  const buckets = bucketsOf(context, rateLimit);
  const presented = parseAuthorization(context.event.headers.authorization);
  const { user, limit } =
    presented === undefined
      ? { user: null, limit: await countHit(db, { bucket: buckets.addressBucket }) }
      : await admitToken(db, { ...presented, ...buckets });
  assertWithinLimit(context, rateLimit, limit);
  if (user === null) throw unauthenticated();

  context.logFields.userId = user.id;
  // Accounts, tokens, feeds and webhooks would let a client outlive what the user has allowed it.
  if (user.kind === "oauth" && tagsOfOwners.has(tag)) {
    throw new AppError("forbidden", "A connected client may not do this.");
  }
  return { user };
}

function parseAuthorization(authorization: string | undefined) {
  if (authorization === undefined || authorization.length > AUTHORIZATION_LENGTH_MAX) return undefined;
  const [, token] = bearer.exec(authorization) ?? [];
  return token === undefined ? undefined : parseToken(token);
}

function unauthenticated(): AppError {
  return new AppError("unauthenticated", "A valid access token is required.");
}

export function bucketsOf(context: RequestContext, rateLimit: RateLimit) {
  const group = rateLimit === "user" ? "" : "auth:";
  return { bucketPrefix: `${group}user:`, addressBucket: `${group}nobody:${networkOf(context)}` };
}

export function assertWithinLimit(context: RequestContext, rateLimit: RateLimit, state: RateLimitState): void {
  const allowed = rateLimit === "user" ? context.deps.requestsPerMinute : AUTH_REQUESTS_PER_MINUTE;
  assertWithin(context, state, { allowed, period: "a minute" });
}

/** Throws if more requests were counted. The headers of the response show the limit. */
export function assertWithin(
  context: RequestContext,
  state: RateLimitState,
  { allowed, period }: { readonly allowed: number; readonly period: "a minute" | "an hour" | "a day" },
): void {
  context.limit = { ...state, allowed };
  if (state.hits <= allowed) return;
  throw new AppError("rate_limited", `More than ${allowed} requests in ${period}.`, {
    retryAfterSeconds: state.seconds_left,
  });
}

export function limitHeaders({ limit }: RequestContext, error: AppError | undefined): Record<string, string> {
  if (limit === undefined) return {};
  const headers = {
    "x-ratelimit-limit": String(error?.limit ?? limit.allowed),
    "x-ratelimit-remaining": String(error?.limit === undefined ? Math.max(0, limit.allowed - limit.hits) : 0),
  };
  if (error?.code !== "rate_limited" || error.retryAfterSeconds === undefined) return headers;
  const now = limit.ends_at - limit.seconds_left;
  return { ...headers, "x-ratelimit-reset": String(Math.ceil(now + error.retryAfterSeconds)) };
}
