import { isPreRegistrationOn } from "./availability.ts";
import { revisionOn, rhythms } from "./cadence.ts";
import type { AppFacts, Stars } from "./records.ts";

const UNRATED_SHARE = 0.06;

export type Ratings = { readonly rating: number | null; readonly count: number; readonly stars: Stars };

/** The place is a storefront with its weight, or the whole world with weight 1. */
export function ratingsOn(
  facts: AppFacts,
  input: { readonly place: string; readonly weight: number; readonly day: number },
): Ratings {
  const { draws } = facts;
  if (isPreRegistrationOn(facts, input.day) || draws.chance("unrated", UNRATED_SHARE))
    return { rating: null, count: 0, stars: [0, 0, 0, 0, 0] };

  const before = 10 ** (1 + 5.5 * facts.fame) * input.weight * (0.4 + draws.unit(`weight:${input.place}`));
  const perMove = Math.max(before * 0.002, 1.2 * input.weight);
  const moves = revisionOn(draws, "rating", rhythms.rating, input.day).number;
  // The moves of days before day 0 are negative.
  const count = Math.max(0, Math.floor(before + perMove * moves));
  return { ...spread(count, qualityIn(facts, input.place)), count };
}

function qualityIn({ draws }: AppFacts, place: string): number {
  return 0.3 + 0.6 * draws.unit("quality") + 0.08 * draws.unit(`quality:${place}`);
}

function spread(count: number, quality: number): Omit<Ratings, "count"> {
  const rest = 1 - quality;
  const one = Math.floor(count * rest * 0.4);
  const two = Math.floor(count * rest * 0.12);
  const three = Math.floor(count * rest * 0.18);
  const four = Math.floor(count * rest * 0.3);
  const five = count - one - two - three - four;
  const sum = one + 2 * two + 3 * three + 4 * four + 5 * five;
  return {
    rating: count === 0 ? null : Math.round((sum / count) * 100_000) / 100_000,
    stars: [one, two, three, four, five],
  };
}

const installBuckets = [1, 5, 10, 50, 100, 500].flatMap((step) => [step, step * 1e3, step * 1e6]).concat(1e9, 5e9);
const installSteps = installBuckets.toSorted((a, b) => a - b);

export type Installs = { readonly installs: number; readonly bucket: number };

/** Google Play shows the largest bucket that the installs have reached. */
export function installsOn(facts: AppFacts, day: number): Installs | null {
  if (isPreRegistrationOn(facts, day)) return null;
  const weekly = 1 + 0.004 * facts.draws.unit("growth");
  const installs = Math.floor(10 ** (1.3 + 7.8 * facts.fame) * weekly ** Math.floor(Math.max(day, 0) / 7));
  return { installs, bucket: installSteps.findLast((step) => step <= installs) ?? 0 };
}
