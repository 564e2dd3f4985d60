import { revisionOn, rhythms } from "./cadence.ts";
import type { Draws } from "./random.ts";
import type { AppFacts } from "./records.ts";

const MISSING_STOREFRONTS_MAX = 30;

/** Drawing the storefronts takes longer than everything else about an app's day. */
const initialByApp = new WeakMap<AppFacts, readonly string[]>();

export function availableOn(facts: AppFacts, storefronts: readonly string[], day: number): ReadonlySet<string> {
  if (!isInStoreOn(facts, day)) return new Set();

  const initial = initialByApp.get(facts) ?? initialStorefronts(facts, storefronts);
  initialByApp.set(facts, initial);
  const available = new Set(initial);
  const moves = revisionOn(facts.draws, "availability", rhythms.availability, day).number;
  for (let move = 1; move <= moves; move += 1) {
    const country = storefronts[facts.draws.int(`moves in:${move}`, 0, storefronts.length - 1)] ?? "us";
    if (!available.delete(country)) available.add(country);
  }
  return available;
}

export function isInStoreOn({ listedOnDay, vanishesOnDay }: AppFacts, day: number): boolean {
  return day >= listedOnDay && (vanishesOnDay === null || day < vanishesOnDay);
}

export function isPreRegistrationOn({ listedOnDay, releasedOnDay }: AppFacts, day: number): boolean {
  return day >= listedOnDay && day < releasedOnDay;
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
