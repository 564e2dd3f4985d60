import { countHit } from "../../db/queries/rate-limits.ts";
import { admitSession } from "../../db/queries/sessions.ts";
import { sessionEnded } from "../errors.ts";
import { admitCaller, type Caller } from "./authentication.ts";
import type { Contract } from "./contract.ts";
import { ipBucket, type LimitCount, requestsAllowed, userBucketPrefix } from "./rate-limit.ts";
import type { EdgeDependencies } from "./run.ts";

/** A request that may be looked at: who sent it, and how full the bucket is that pays for it. */
export type Admittance = {
  readonly caller: Caller | null;
  readonly session: Uint8Array | null;
  readonly count: LimitCount;
  readonly allowed: number;
};

export async function admitRequest(
  deps: EdgeDependencies,
  contract: Contract,
  sender: {
    readonly authorization: string | undefined;
    readonly session: Uint8Array | undefined;
    readonly sourceIp: string;
  },
): Promise<Admittance> {
  const allowed = requestsAllowed(contract.rateLimit, deps.requestsPerMinute);
  if (contract.access === "public") {
    return { caller: null, session: null, allowed, count: await countHit(deps.db, ipBucket(sender.sourceIp)) };
  }
  if (contract.access === "session") return { caller: null, allowed, ...(await admitBrowser(deps, contract, sender)) };
  const { authorization } = sender;
  return { session: null, allowed, ...(await admitCaller(deps, { authorization, rateLimit: contract.rateLimit })) };
}

/** As with a token: one round trip, and a request without a session is counted nowhere. */
async function admitBrowser(
  deps: EdgeDependencies,
  contract: Contract,
  { session }: { readonly session: Uint8Array | undefined },
) {
  if (session === undefined) throw sessionEnded();
  const bucketPrefix = userBucketPrefix(contract.rateLimit);
  const count = await admitSession(deps.db, { idHash: session, bucketPrefix });
  if (count === undefined) throw sessionEnded();
  return { session, count };
}
