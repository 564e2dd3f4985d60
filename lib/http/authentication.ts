import type { Db } from "../../db/client.ts";
import { admitToken } from "../../db/queries/access-tokens.ts";
import { parseToken } from "../auth/access-token.ts";
import { AppError } from "../errors.ts";
import type { Ability, RateLimit } from "./contract.ts";
import { type LimitCount, userBucketPrefix } from "./rate-limit.ts";

/** Who sends the request. */
export type Caller = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly tokenId: number;
  readonly abilities: readonly string[];
};

export type Admission = { readonly caller: Caller; readonly count: LimitCount };

const AUTHORIZATION_LENGTH_MAX = 128;
const bearer = /^Bearer +(\S+)$/i;

/**
 * Finds the user of the presented token and counts the request in that user's bucket, in one round trip. A request
 * that is not authenticated is counted nowhere.
 */
export async function admitCaller(
  deps: { readonly db: Db },
  input: { readonly authorization: string | undefined; readonly rateLimit: RateLimit },
): Promise<Admission> {
  const presented = parseAuthorization(input.authorization);
  if (presented === undefined) throw unauthenticated();

  const admitted = await admitToken(deps.db, { ...presented, bucketPrefix: userBucketPrefix(input.rateLimit) });
  if (admitted === undefined) throw unauthenticated();
  return admitted;
}

export function requireAbility(caller: Caller, ability: Ability): void {
  if (!caller.abilities.includes(ability)) {
    throw new AppError("forbidden", `The token does not have the ability "${ability}".`);
  }
}

function parseAuthorization(authorization: string | undefined) {
  if (authorization === undefined || authorization.length > AUTHORIZATION_LENGTH_MAX) return undefined;
  const [, token] = bearer.exec(authorization) ?? [];
  return token === undefined ? undefined : parseToken(token);
}

function unauthenticated(): AppError {
  return new AppError("unauthenticated", "A valid access token is required.");
}
