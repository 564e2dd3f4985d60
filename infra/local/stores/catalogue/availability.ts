import { revisionOn } from "./cadence.ts";
import type { Draws } from "./random.ts";
import type { AppFacts } from "./records.ts";
import { rhythms } from "./rhythms.ts";

const MISSING_STOREFRONTS_MAX = 30;

/** The storefronts, out of those of the platform, in which the app can be found on the day. */
export function availableOn(facts: AppFacts, storefronts: readonly string[], day: number): ReadonlySet<string> {
  if (!isInStoreOn(facts, day)) return new Set();

  const available = new Set(initialStorefronts(facts, storefronts));
  const moves = revisionOn(facts.draws, "availability", rhythms.availability, day).number;
  for (let move = 1; move <= moves; move += 1) {
    const country = storefronts[facts.draws.int(`moves in:${move}`, 0, storefronts.length - 1)] ?? "us";
    if (!available.delete(country)) available.add(country);
  }
  return available;
}

export function isInStoreOn({ releasedOnDay, vanishesOnDay }: AppFacts, day: number): boolean {
  return day >= releasedOnDay && (vanishesOnDay === null || day < vanishesOnDay);
}

function initialStorefronts({ draws }: AppFacts, storefronts: readonly string[]): readonly string[] {
  const reach = draws.unit("storefronts");
  if (reach < 0.68) return storefronts;
  if (reach < 0.97) return shuffled(draws, storefronts).slice(draws.int("missing", 1, MISSING_STOREFRONTS_MAX));
  return shuffled(draws, storefronts).slice(0, draws.int("only", 1, 3));
}

function shuffled(draws: Draws, codes: readonly string[]): readonly string[] {
  return codes
    .map((code) => ({ code, place: draws.unit(`order:${code}`) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ code }) => code);
}
