import { STARS } from "./stars.ts";

export const RATING_DAYS_MAX = 365;
export const RATING_DAYS = 30;

/** A trend compares the last measured day with the last one at least this many days earlier. */
export const TREND_DAYS = 30;

/** The most days between two compared days. */
export const COMPARED_DAYS_MAX = 30;

/** The change of a day to the sums over an app's storefronts, which keep their values until another change. */
export type RatingDay = {
  readonly date: string;
  /** True if a storefront with ratings was read, or was rotated out. */
  readonly is_covered: boolean;
  readonly is_read: boolean;
  readonly unmeasured_countries: number;
  /** Storefronts that the day's rotation left to another day. */
  readonly rotated_out_countries: number;
  readonly oldest_date: string;
  readonly counted: number;
  readonly starred: number;
  readonly rating_count: number;
  /** The sum of the rating counts of storefronts that have a rating. */
  readonly weight: number;
  /** The sum of rating × rating count, in hundredths of a star. */
  readonly weighted: number;
  readonly stars: readonly number[];
  /** Gains of storefronts with values before and after, spread over the days since the storefront's last read. */
  readonly gained: number;
  readonly gained_stars: readonly number[];
};

export type RatingPoint = {
  readonly date: string;
  /** This and all others are null for a day on which the app was not measured. */
  readonly unmeasured_countries: number | null;
  readonly rotated_out_countries: number | null;
  readonly oldest_date: string | null;
  readonly rating: number | null;
  readonly rating_count: number | null;
  readonly stars: readonly number[] | null;
  /** Ratings gained since the previous measured day. Null on the first measured day and after the last read. */
  readonly delta_total: number | null;
  readonly delta_stars: readonly number[] | null;
};

type Sums = Pick<RatingDay, "counted" | "starred" | "rating_count" | "weight" | "weighted" | "stars">;
type Gains = Pick<RatingDay, "gained" | "gained_stars">;

const noStars: readonly number[] = Array.from({ length: STARS }, () => 0);
const nothing: Sums = { counted: 0, starred: 0, rating_count: 0, weight: 0, weighted: 0, stars: noStars };
const noGains: Gains = { gained: 0, gained_stars: noStars };

/** Returns a point for each of `days` from the sorted changes. Earlier changes count towards the first point. */
export function expandRatingDays(changes: readonly RatingDay[], days: readonly string[]): readonly RatingPoint[] {
  const measured = new Map<string, RatingPoint>();
  const lastRead = changes.findLast(({ is_read }) => is_read)?.date ?? "";
  let sums = nothing;
  let gains: Gains | null = null;
  for (const change of changes) {
    sums = addSums(sums, change);
    gains = gains && addGains(gains, change);
    if (!change.is_covered) continue;
    measured.set(change.date, pointOf(change, sums, change.date > lastRead ? null : gains));
    gains = noGains;
  }
  return days.map((date) => measured.get(date) ?? { date, ...notMeasured });
}

function pointOf(change: RatingDay, sums: Sums, gains: Gains | null): RatingPoint {
  const { date, unmeasured_countries, rotated_out_countries, oldest_date } = change;
  const hasStars = sums.starred > 0;
  const hasCount = sums.counted > 0;
  return {
    date,
    unmeasured_countries,
    rotated_out_countries,
    oldest_date: hasCount ? oldest_date : null,
    rating: sums.weight > 0 ? Math.round(sums.weighted / sums.weight) / 100 : null,
    rating_count: hasCount ? sums.rating_count : null,
    stars: hasStars ? sums.stars : null,
    delta_total: hasCount ? (gains?.gained ?? null) : null,
    delta_stars: hasStars ? (gains?.gained_stars ?? null) : null,
  };
}

const notMeasured = {
  unmeasured_countries: null,
  rotated_out_countries: null,
  oldest_date: null,
  rating: null,
  rating_count: null,
  stars: null,
  delta_total: null,
  delta_stars: null,
} as const;

function addSums(sums: Sums, change: Sums): Sums {
  return {
    counted: sums.counted + change.counted,
    starred: sums.starred + change.starred,
    rating_count: sums.rating_count + change.rating_count,
    weight: sums.weight + change.weight,
    weighted: sums.weighted + change.weighted,
    stars: addEach(sums.stars, change.stars),
  };
}

function addGains(gains: Gains, change: Gains): Gains {
  return { gained: gains.gained + change.gained, gained_stars: addEach(gains.gained_stars, change.gained_stars) };
}

function addEach(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.map((value, index) => value + (others[index] ?? 0));
}
