import { type Proof, proveAbsence } from "../controls/prove-absence.ts";
import type { StoreFailure } from "../stores/records.ts";
import { evenChunks } from "./even-chunks.ts";
import type { PhaseDependencies, SyncRun } from "./phase.ts";
import type { ItemResponse } from "./plan.ts";

/** Each proof may cost a chart and a page of each control. */
const STOREFRONTS_AT_ONCE = 3;

export const unprovedAbsence: StoreFailure = { reason: "invalid_response", status: null, retryAfterSeconds: null };

/**
 * Returns a batch's responses after the proof of absences. An absence without proof becomes a failure. A response whose
 * proof lacked time is left out, so a later invocation requests it again.
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
  // The first batch makes progress even with little time.
  return (isFirst && ended.length === 0 ? responses : ended).map((response) => {
    const proof = proofOf(response);
    return proof === "unproved" || proof === "out_of_time"
      ? { ...response, lookup: { outcome: "failed" as const, failure: unprovedAbsence } }
      : response;
  });
}

/** A page that shows the app and says that it is not offered there is sufficient evidence. */
function needsProof({ lookup }: ItemResponse<unknown>): boolean {
  return lookup.outcome === "empty_response" && lookup.absence === undefined;
}

export function prove(
  deps: PhaseDependencies,
  run: SyncRun,
  countryCode: string,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Proof> {
  const { correlationId, remainingMs } = run;
  return proveAbsence(deps, { ...run, countryCode }, { correlationId, remainingMs, isFirst });
}
