import type { ItemLookup } from "../stores/records.ts";
import type { PhaseDependencies, SyncRun } from "./phase.ts";

const DAY_MS = 86_400_000;

/** What is known of an app's storefronts while a phase asks them. */
export type StorefrontKnowledge = {
  /** It answered empty_response and is not due for another look. */
  isUnavailable(country: string): boolean;
  /** It was asked in this phase; the answer was not empty_response. */
  wasAsked(country: string): boolean;
  learn(countries: readonly string[]): void;
  learnAnswers(answers: readonly { item: { country: string }; lookup: ItemLookup<unknown> }[]): void;
};

export function createStorefrontKnowledge(
  deps: Pick<PhaseDependencies, "settings" | "now">,
  run: Pick<SyncRun, "unavailable">,
): StorefrontKnowledge {
  const unavailable = new Set(
    run.unavailable
      .filter(({ observedAt }) => !isDueForAnotherLook(observedAt, deps.now(), deps.settings.availabilityRelookDays))
      .map(({ country }) => country),
  );
  const asked = new Set<string>();

  return {
    isUnavailable: (country) => unavailable.has(country),
    wasAsked: (country) => asked.has(country),
    learn: (countries) => {
      for (const country of countries) asked.add(country);
    },
    learnAnswers: (answers) => {
      const found = new Set(answers.filter(({ lookup }) => lookup.outcome === "found").map(({ item }) => item.country));
      for (const { item, lookup } of answers) {
        if (lookup.outcome === "empty_response" && !found.has(item.country)) unavailable.add(item.country);
        asked.add(item.country);
      }
    },
  };
}

/** `relookDays` of 0 means never. */
export function isDueForAnotherLook(observedAt: Date, now: Date, relookDays: number): boolean {
  return relookDays > 0 && now.getTime() - observedAt.getTime() >= relookDays * DAY_MS;
}
