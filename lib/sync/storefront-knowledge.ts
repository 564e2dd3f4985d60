import type { PhaseDependencies, SyncRun } from "./phase.ts";
import type { ItemResponse } from "./sync-item.ts";

const DAY_MS = 86_400_000;

/** What is known of an app's storefronts while a phase asks them. */
export type StorefrontKnowledge = {
  /** It responded empty_response and is not due for another look. */
  isUnavailable(country: string): boolean;
  /** It was asked in this phase and did not respond empty_response. */
  wasAsked(country: string): boolean;
  learnAsked(country: string): void;
  learnResponses(responses: readonly ItemResponse<unknown>[]): void;
};

/**
 * Only a run that a user asked for looks again at a storefront that did not have the app, and only after
 * `availabilityRelookDays`; scheduled runs and reconciling never do.
 */
export function createStorefrontKnowledge(
  deps: Pick<PhaseDependencies, "settings" | "now">,
  run: Pick<SyncRun, "unavailable" | "purpose" | "phase">,
): StorefrontKnowledge {
  const relookDays =
    run.purpose === "on_demand" && run.phase !== "reconciling" ? deps.settings.availabilityRelookDays : 0;
  const unavailable = new Set(
    run.unavailable
      .filter(({ observedAt }) => !isDueForAnotherLook(observedAt, deps.now(), relookDays))
      .map(({ country }) => country),
  );
  const asked = new Set<string>();

  return {
    isUnavailable: (country) => unavailable.has(country),
    wasAsked: (country) => asked.has(country),
    learnAsked: (country) => asked.add(country),
    learnResponses: (responses) => {
      const found = new Set(responses.filter(({ lookup }) => lookup.outcome === "found").map(({ country }) => country));
      for (const { country, lookup } of responses) {
        if (lookup.outcome === "empty_response" && !found.has(country)) unavailable.add(country);
        else asked.add(country);
      }
    },
  };
}

/** `relookDays` of 0 means never. */
function isDueForAnotherLook(observedAt: Date, now: Date, relookDays: number): boolean {
  return relookDays > 0 && now.getTime() - observedAt.getTime() >= relookDays * DAY_MS;
}
