import { type Proof, proveAbsence } from "../controls/prove-absence.ts";
import type { StoreFailure } from "../stores/records.ts";
import { evenChunks } from "./even-chunks.ts";
import type { PhaseDependencies, SyncRun } from "./phase.ts";
import type { ItemResponse } from "./plan.ts";

/** Each may cost a chart and a page of each control within the minute. */
const STOREFRONTS_AT_ONCE = 3;

/** The failure of an item whose storefront did not prove that it responds. */
export const unprovedAbsence: StoreFailure = { reason: "invalid_response", status: null, retryAfterSeconds: null };

/**
 * Returns the responses of a batch after the proof of absences. A storefront lacks the app only if its own page says so
 * or if it has another app. Otherwise the item has failed. A response whose proof had too little time is left out, so
 * that a later invocation requests the item again.
 */
export async function proveAbsences<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  responses: readonly ItemResponse<Found>[],
  { isFirst }: { readonly isFirst: boolean },
): Promise<readonly ItemResponse<Found>[]> {
  const unconfirmed = new Set(responses.filter(needsProof).map(({ country }) => country));
  for (const { country, lookup } of responses) if (lookup.outcome === "found") unconfirmed.delete(country);

  const proofs = new Map<string, Proof>();
  for (const countries of evenChunks([...unconfirmed], STOREFRONTS_AT_ONCE)) {
    const call = { isFirst: isFirst && proofs.size === 0 };
    const proved = await Promise.all(
      countries.map(async (country) => [country, await prove(deps, run, country, call)] as const),
    );
    for (const [country, proof] of proved) proofs.set(country, proof);
  }
  const proofOf = (response: ItemResponse<Found>) => (needsProof(response) ? proofs.get(response.country) : undefined);
  const ended = responses.filter((response) => proofOf(response) !== "out_of_time");
  // The first batch makes progress, however little time there is.
  return (isFirst && ended.length === 0 ? responses : ended).map((response) => {
    const proof = proofOf(response);
    return proof === "unproved" || proof === "out_of_time"
      ? { ...response, lookup: { outcome: "failed" as const, failure: unprovedAbsence } }
      : response;
  });
}

/** A page that shows the app and says that it is not offered there is evidence of its own. */
function needsProof({ lookup }: ItemResponse<unknown>): boolean {
  return lookup.outcome === "empty_response" && lookup.absence === undefined;
}

/** Proves that a storefront, which has just not shown the app of a run, lacks it. */
export function prove(
  deps: PhaseDependencies,
  run: SyncRun,
  countryCode: string,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Proof> {
  const { correlationId, remainingMs } = run;
  return proveAbsence(deps, { ...run, countryCode }, { correlationId, remainingMs, isFirst });
}
