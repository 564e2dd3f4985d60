import { REPAIR_PHASE } from "../domain/sync-phase.ts";
import type { PhaseDependencies, SyncRun } from "./phase.ts";
import type { ItemResponse } from "./plan.ts";

const DAY_MS = 86_400_000;

/** Which storefronts have the app, as far as a phase has found out. */
export type StorefrontAvailability = {
  /** It responded empty_response and is not due for another look. */
  isUnavailable(country: string): boolean;
  /** A request of this phase had another outcome than empty_response. */
  wasRequested(country: string): boolean;
  learnRequested(country: string): void;
  learn(responses: readonly ItemResponse<unknown>[]): void;
};

/**
 * Only a run that a user requested looks again at a storefront that did not have the app, and only after
 * `availabilityRelookDays`; scheduled runs and repairs never do.
 */
export function createStorefrontAvailability(
  deps: Pick<PhaseDependencies, "settings" | "now">,
  run: Pick<SyncRun, "unavailable" | "purpose" | "phase">,
): StorefrontAvailability {
  const looksAgain = run.purpose === "on_demand" && run.phase !== REPAIR_PHASE;
  const relookDays = looksAgain ? deps.settings.availabilityRelookDays : 0;
  const unavailable = new Set(
    run.unavailable
      .filter(({ observedAt }) => !isDueForAnotherLook(observedAt, deps.now(), relookDays))
      .map(({ country }) => country),
  );
  const requested = new Set<string>();

  return {
    isUnavailable: (country) => unavailable.has(country),
    wasRequested: (country) => requested.has(country),
    learnRequested: (country) => requested.add(country),
    learn: (responses) => {
      const found = new Set(responses.filter(({ lookup }) => lookup.outcome === "found").map(({ country }) => country));
      for (const { country, lookup } of responses) {
        if (lookup.outcome === "empty_response" && !found.has(country)) unavailable.add(country);
        else requested.add(country);
      }
    },
  };
}

/** `relookDays` of 0 means never. */
function isDueForAnotherLook(observedAt: Date, now: Date, relookDays: number): boolean {
  return relookDays > 0 && now.getTime() - observedAt.getTime() >= relookDays * DAY_MS;
}
