import { countHit } from "../../db/queries/rate-limits.ts";
import { admitCaller, type Caller } from "./authentication.ts";
import type { Contract } from "./contract.ts";
import { ipBucket, type LimitCount, requestsAllowed } from "./rate-limit.ts";
import type { EdgeDependencies } from "./run.ts";

/** A request that may be looked at: who sent it, and how full the bucket is that pays for it. */
export type Admittance = {
  readonly caller: Caller | null;
  readonly count: LimitCount;
  readonly allowed: number;
};

export async function admitRequest(
  deps: EdgeDependencies,
  contract: Contract,
  sender: { readonly authorization: string | undefined; readonly sourceIp: string },
): Promise<Admittance> {
  const allowed = requestsAllowed(contract.rateLimit, deps.requestsPerMinute);
  if (contract.access === "public") {
    return { caller: null, allowed, count: await countHit(deps.db, ipBucket(sender.sourceIp)) };
  }
  const { authorization } = sender;
  return { allowed, ...(await admitCaller(deps, { authorization, rateLimit: contract.rateLimit })) };
}
