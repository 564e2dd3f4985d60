import { STARS } from "./stars.ts";

/** The most days that a history of ratings shows, and how many it shows without a request. */
export const RATING_DAYS_MAX = 365;
export const RATING_DAYS = 30;

/** A trend compares the last measured day with the last one that was measured so many days before it. */
export const TREND_DAYS = 30;

/** How far back a measured day is looked for that another is compared with. */
export const COMPARED_DAYS_MAX = 30;

/** What a day changes in the sums over an app's storefronts. A storefront keeps its values until another day changes them. */
export type RatingDay = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** Whether the app was measured: some storefront that has ratings was read, or its turn was on another day. */
  readonly isCovered: boolean;
  /** Whether one was read. */
  readonly isRead: boolean;
  /** Storefronts that were to be read and were not. */
  readonly unmeasured: number;
  /** Storefronts whose turn was on another day. */
  readonly outOfTurn: number;
  /** The day on which the oldest of the values was read. */
  readonly oldest: string;
  /** How many more storefronts have a number of ratings, and how many more have stars. */
  readonly counted: number;
  readonly starred: number;
  readonly ratingCount: number;
  /** Ratings of storefronts that have a rating, and these ratings weighted by them, in hundredths. */
  readonly weight: number;
  readonly weighted: number;
  readonly stars: readonly number[];
  /**
   * The same as `ratingCount` and `stars`, of storefronts alone that had them before and still have them. Ratings of a
   * storefront are spread over the days since its last read.
   */
  readonly gained: number;
  readonly gainedStars: readonly number[];
};

export type RatingPoint = {
  readonly day: string;
  /** All others are null for a day on which the app was not measured. */
  readonly unmeasured: number | null;
  readonly outOfTurn: number | null;
  readonly oldest: string | null;
  readonly rating: number | null;
  readonly ratingCount: number | null;
  readonly stars: readonly number[] | null;
  /** Since the day before on which the app was measured; null until some storefront is read that day or later. */
  readonly gained: number | null;
  readonly gainedStars: readonly number[] | null;
};

type Sums = Pick<RatingDay, "counted" | "starred" | "ratingCount" | "weight" | "weighted" | "stars">;
type Gains = Pick<RatingDay, "gained" | "gainedStars">;

const noStars: readonly number[] = Array.from({ length: STARS }, () => 0);
const nothing: Sums = { counted: 0, starred: 0, ratingCount: 0, weight: 0, weighted: 0, stars: noStars };
const noGains: Gains = { gained: 0, gainedStars: noStars };

/** Returns a point for each of `days` from what the days change, in their order. Earlier ones count towards the first. */
export function expandRatingDays(changes: readonly RatingDay[], days: readonly string[]): readonly RatingPoint[] {
  const measured = new Map<string, RatingPoint>();
  const lastRead = changes.findLast(({ isRead }) => isRead)?.day ?? "";
  let sums = nothing;
  let gains: Gains | null = null;
  for (const change of changes) {
    sums = addSums(sums, change);
    gains = gains && addGains(gains, change);
    if (!change.isCovered) continue;
    measured.set(change.day, pointOf(change, sums, change.day > lastRead ? null : gains));
    gains = noGains;
  }
  return days.map((day) => measured.get(day) ?? { day, ...notMeasured });
}

function pointOf({ day, unmeasured, outOfTurn, oldest }: RatingDay, sums: Sums, gains: Gains | null): RatingPoint {
  const hasStars = sums.starred > 0;
  const hasCount = sums.counted > 0;
  return {
    day,
    unmeasured,
    outOfTurn,
    oldest: hasCount ? oldest : null,
    rating: sums.weight > 0 ? Math.round(sums.weighted / sums.weight) / 100 : null,
    ratingCount: hasCount ? sums.ratingCount : null,
    stars: hasStars ? sums.stars : null,
    gained: hasCount ? (gains?.gained ?? null) : null,
    gainedStars: hasStars ? (gains?.gainedStars ?? null) : null,
  };
}

const notMeasured = {
  unmeasured: null,
  outOfTurn: null,
  oldest: null,
  rating: null,
  ratingCount: null,
  stars: null,
  gained: null,
  gainedStars: null,
} as const;

function addSums(sums: Sums, change: Sums): Sums {
  return {
    counted: sums.counted + change.counted,
    starred: sums.starred + change.starred,
    ratingCount: sums.ratingCount + change.ratingCount,
    weight: sums.weight + change.weight,
    weighted: sums.weighted + change.weighted,
    stars: addEach(sums.stars, change.stars),
  };
}

function addGains(gains: Gains, change: Gains): Gains {
  return { gained: gains.gained + change.gained, gainedStars: addEach(gains.gainedStars, change.gainedStars) };
}

function addEach(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.map((value, index) => value + (others[index] ?? 0));
}
