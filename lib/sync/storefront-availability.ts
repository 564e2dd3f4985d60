import { isRecheckDue } from "../domain/storefront-sweep.ts";
import { REPAIR_PHASE } from "../domain/sync-phase.ts";
import type { PhaseDependencies, SyncRun } from "./phase.ts";
import type { ItemResponse, SyncItem } from "./plan.ts";

export type StorefrontAvailability = {
  /** Returns true after an empty response that is not due for a check. A check counts only responses of this phase. */
  isUnavailable(country: string, item?: Pick<SyncItem, "isCheck">): boolean;
  /** Returns true if a request of this phase had another outcome than an empty response. */
  wasRequested(country: string): boolean;
  learnRequested(country: string): void;
  learn(responses: readonly ItemResponse<unknown>[]): void;
};

/**
 * A run that a user requested checks a missing app again after `availabilityRecheckDays`; 0 means never. Any run checks
 * storefronts that lost the app with its own storefront if it is back there. Repairs never check.
 */
export function createStorefrontAvailability(
  deps: Pick<PhaseDependencies, "settings" | "now">,
  run: Pick<SyncRun, "unavailable" | "purpose" | "phase">,
): StorefrontAvailability {
  const isRequestedByUser = run.purpose === "on_demand" && run.phase !== REPAIR_PHASE;
  const recheckDays = isRequestedByUser ? deps.settings.availabilityRecheckDays : 0;
  const dueAfterReturn = new Set(storefrontsToRecheck(deps, run));
  const unavailable = new Set(
    run.unavailable
      .filter(({ country }) => !dueAfterReturn.has(country))
      .filter(({ observed_at }) => !isRecheckDue(observed_at, deps.now(), recheckDays))
      .map(({ country }) => country),
  );
  const missed = new Set<string>();
  const requested = new Set<string>();

  return {
    isUnavailable: (country, item) => (item?.isCheck === true ? missed : unavailable).has(country),
    wasRequested: (country) => requested.has(country),
    learnRequested: (country) => requested.add(country),
    learn: (responses) => {
      const found = new Set(responses.filter(({ lookup }) => lookup.outcome === "found").map(({ country }) => country));
      for (const { country, lookup } of responses) {
        if (lookup.outcome === "empty_response" && !found.has(country)) {
          unavailable.add(country);
          missed.add(country);
        } else requested.add(country);
      }
    },
  };
}

export function storefrontsToRecheck(
  { settings }: Pick<PhaseDependencies, "settings">,
  { phase, unavailable }: Pick<SyncRun, "unavailable" | "phase">,
): readonly string[] {
  if (settings.availabilityRecheckDays === 0 || phase === REPAIR_PHASE) return [];
  return unavailable.filter(({ is_due_after_return }) => is_due_after_return).map(({ country }) => country);
}
