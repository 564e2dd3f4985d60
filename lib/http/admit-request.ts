import { isIPv6 } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

import type { Db } from "../../db/client.ts";
import { type AuthenticatedUser, admitToken } from "../../db/queries/access-tokens.ts";
import { countHit, type RateLimitState } from "../../db/queries/rate-limits.ts";
import { parseToken } from "../auth/access-token.ts";
import type { Ability } from "../domain/api-token.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../runtime/log.ts";
import type { Access, RateLimit } from "./contract.ts";

/** What the edge itself needs, whatever the endpoint does. */
export type EdgeDependencies = {
  readonly db: Db;
  readonly log: Log;
  /** Requests a minute and user on endpoints outside auth. */
  readonly requestsPerMinute: number;
};

/** What the edge learns of one request while it handles it. */
export type RequestContext<D extends EdgeDependencies = EdgeDependencies> = {
  readonly startedAt: number;
  readonly event: APIGatewayProxyEventV2;
  /** Dependencies of the function, with the request's log and correlation id. */
  readonly deps: D & { readonly correlationId: string };
  /** Fields of every log line of the request. */
  readonly logFields: Record<string, unknown>;
  /** The counted rate limit, which the response's headers show. */
  limit?: RateLimitState & { readonly allowed: number };
};

export type AuthenticatedRequest = { readonly user: AuthenticatedUser };

/** Who sent a request, by the access that its endpoint requires. */
export type Sender = {
  readonly public: object;
  /** The digest of the session's id. */
  readonly session: { readonly session: Uint8Array };
  readonly token: AuthenticatedRequest;
  readonly read: AuthenticatedRequest;
  readonly write: AuthenticatedRequest;
};

/** Authenticates a request, counts it against its rate limit, and throws when it may not proceed. */
export type Admission = {
  readonly [A in Access]: (context: RequestContext, rateLimit: RateLimit) => Promise<Sender[A]>;
};

export const AUTH_REQUESTS_PER_MINUTE = 5;

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const mappedIpv4 = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/;
const AUTHORIZATION_LENGTH_MAX = 128;
const bearer = /^Bearer +(\S+)$/i;

/** The admission of every endpoint that does not use browser sessions. */
export const tokenAdmission: Admission = {
  public: countByAddress,
  token: admitUser,
  read: (context, rateLimit) => admitAbleUser(context, { rateLimit, ability: "read" }),
  write: (context, rateLimit) => admitAbleUser(context, { rateLimit, ability: "write" }),
  session: async () => {
    throw new TypeError("The endpoint needs the admission of browser sessions.");
  },
};

/** Returns the sender of a request that may proceed. */
export function admitRequest<A extends Access>(
  context: RequestContext,
  { access, rateLimit }: { readonly access: A; readonly rateLimit: RateLimit },
  admission: Admission,
): Promise<Sender[A]> {
  return admission[access](context, rateLimit);
}

/** The address is the gateway's view of the client; headers can be forged. */
async function countByAddress(context: RequestContext, rateLimit: RateLimit): Promise<object> {
  const { sourceIp } = context.event.requestContext.http;
  assertWithinLimit(
    context,
    rateLimit,
    await countHit(context.deps.db, { bucket: `auth:ip:${clientNetwork(sourceIp)}` }),
  );
  return {};
}

async function admitAbleUser(
  context: RequestContext,
  { rateLimit, ability }: { readonly rateLimit: RateLimit; readonly ability: Ability },
): Promise<AuthenticatedRequest> {
  const request = await admitUser(context, rateLimit);
  if (!request.user.abilities.includes(ability)) {
    throw new AppError("forbidden", `The token does not have the ability "${ability}".`);
  }
  return request;
}

/** Finds the token's user and counts the request in one round trip. An unauthenticated request is not counted. */
async function admitUser(context: RequestContext, rateLimit: RateLimit): Promise<AuthenticatedRequest> {
  const presented = parseAuthorization(context.event.headers.authorization);
  if (presented === undefined) throw unauthenticated();
  const admitted = await admitToken(context.deps.db, { ...presented, bucketPrefix: userBucketPrefix(rateLimit) });
  if (admitted === undefined) throw unauthenticated();

  const { user, limit } = admitted;
  assertWithinLimit(context, rateLimit, limit);
  context.logFields.userId = user.id;
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

export function userBucketPrefix(rateLimit: RateLimit): string {
  return rateLimit === "user" ? "user:" : "auth:user:";
}

export function assertWithinLimit(context: RequestContext, rateLimit: RateLimit, state: RateLimitState): void {
  const allowed = rateLimit === "user" ? context.deps.requestsPerMinute : AUTH_REQUESTS_PER_MINUTE;
  context.limit = { ...state, allowed };
  if (state.hits <= allowed) return;
  throw new AppError("rate_limited", `More than ${allowed} requests in a minute.`, {
    retryAfterSeconds: state.secondsLeft,
  });
}

/** Returns the headers of every counted request; `error` may be a 429 of another limit, which resets later. */
export function limitHeaders({ limit }: RequestContext, error: AppError | undefined): Record<string, string> {
  if (limit === undefined) return {};
  const headers = {
    "x-ratelimit-limit": String(limit.allowed),
    "x-ratelimit-remaining": String(Math.max(0, limit.allowed - limit.hits)),
  };
  if (error?.code !== "rate_limited" || error.retryAfterSeconds === undefined) return headers;
  const now = limit.endsAt - limit.secondsLeft;
  return { ...headers, "x-ratelimit-reset": String(Math.ceil(now + error.retryAfterSeconds)) };
}

/**
 * Returns the part of an address that one client cannot vary: all of an IPv4 address, the first 64 bits of an IPv6
 * address, since a client with one address of such a network has them all.
 */
export function clientNetwork(sourceIp: string): string {
  const [address = ""] = sourceIp.split("%");
  if (!isIPv6(address)) return sourceIp;

  const groups = expandIpv6(address);
  const [, high, low] = mappedIpv4.exec(groups.join(":")) ?? [];
  if (high !== undefined && low !== undefined) return [high, low].flatMap(bytesOf).join(".");
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}

/** Returns all eight groups, in lower case and without leading zeros. */
function expandIpv6(address: string): readonly string[] {
  // URL writes any spelling of an address in its one canonical form: [2001:db8::1].
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  return [...head, ...Array<string>(GROUPS - head.length - tail.length).fill("0"), ...tail];
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
