import type { RatingPoint } from "../../lib/domain/rating-days.ts";

/** A history of ratings as a table of all days would hold it: what arrives fills its day and all later ones. */

const DAY_MS = 86_400_000;
const STARS_RENEWAL_MS = 6 * DAY_MS;

export type Ratings = {
  readonly rating: number | null;
  readonly count: number;
  readonly stars: readonly number[] | null;
};
/** null where the app is not available. */
type Cell = Ratings | null;

export class NaiveStorefront {
  readonly #cells: (Cell | undefined)[];
  readonly #startsAt: number;
  #last: Cell | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #starsAt: number | null = null;

  /** `startsAt`: the beginning of the first day, unix time in milliseconds. */
  constructor(startsAt: number, days: number) {
    this.#startsAt = startsAt;
    this.#cells = Array.from({ length: days }, () => undefined);
  }

  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  /** Whether it has ratings at the end. */
  get isRated(): boolean {
    return this.#last !== undefined && this.#last !== null;
  }

  /** Returns the cell of a day; undefined before the first observation. */
  on(day: number): Cell | undefined {
    return this.#cells[day];
  }

  /**
   * No observation counts before the last one that changed something, in whichever order they arrive. Stars keep the
   * time at which they were read, which decides when they are due for renewal.
   */
  observe(at: number, seen: Cell): void {
    const countsAt = Math.max(at, this.#lastAt);
    const renewsStars = Boolean(seen?.stars) && (this.#starsAt === null || this.#starsAt < at - STARS_RENEWAL_MS);
    if (!this.#differs(seen)) {
      if (seen === null || renewsStars) this.#lastAt = countsAt;
      if (renewsStars) this.#starsAt = at;
      return;
    }
    this.#last = seen && { ...seen, stars: seen.stars ?? this.#last?.stars ?? null };
    this.#lastAt = countsAt;
    if (seen === null) this.#starsAt = null;
    else if (seen.stars !== null) this.#starsAt = at;
    const day = Math.floor((countsAt - this.#startsAt) / DAY_MS);
    this.#cells.fill(this.#last, Math.max(0, day));
  }

  #differs(seen: Cell): boolean {
    const last = this.#last;
    if (last === undefined || last === null || seen === null) return last !== seen;
    const starsDiffer = seen.stars !== null && String(seen.stars) !== String(last.stars);
    return seen.rating !== last.rating || seen.count !== last.count || starsDiffer;
  }
}

/** A day on which an app was covered, and the storefronts that were not. */
export type Coverage = { readonly missing: readonly string[] };

type App = {
  readonly storefronts: ReadonlyMap<string, NaiveStorefront>;
  /** By the number of the day; undefined for a day without. */
  readonly coverage: readonly (Coverage | undefined)[];
};

/** Returns the days from `from` on over some storefronts, summed cell by cell. */
export function naiveHistory(
  { storefronts, coverage }: App,
  codes: readonly string[],
  from: number,
  dates: readonly string[],
) {
  const known = codes.filter((code) => storefronts.get(code)?.isKnown);
  const unmeasuredOn = (day: number) => known.filter((code) => coverage[day]?.missing.includes(code)).length;
  const withRatings = known.filter((code) => storefronts.get(code)?.isRated);
  const measurable = withRatings.length > 0 ? withRatings : known;
  const isCovered = (day: number) => {
    const covered = coverage[day];
    return covered !== undefined && measurable.some((code) => !covered.missing.includes(code));
  };
  const cellsOn = (day: number) => known.map((code) => storefronts.get(code)?.on(day));

  return dates.slice(from).map((date, index): RatingPoint => {
    const day = from + index;
    if (!isCovered(day)) return nothing(date);
    const rated = cellsOn(day).filter((cell) => cell !== undefined && cell !== null);
    const earlier = coverage.findLastIndex((_, before) => before < day && isCovered(before));
    const steps = Array.from({ length: day - earlier }, (_, step) => [earlier + step, earlier + step + 1] as const);
    const gains = steps.flatMap(([before, now]) => gainsOf(cellsOn(before), cellsOn(now)));
    const starred = rated.flatMap(({ stars }) => (stars === null ? [] : [stars]));
    const isCompared = earlier >= 0;
    return {
      day: date,
      unmeasured: unmeasuredOn(day),
      rating: meanRating(rated),
      ratingCount: rated.length === 0 ? null : sum(rated.map(({ count }) => count)),
      stars: starred.length === 0 ? null : sumOfEach(starred),
      gained: rated.length > 0 && isCompared ? sum(gains.map(({ count }) => count)) : null,
      gainedStars: starred.length > 0 && isCompared ? sumOfEach(gains.map(({ stars }) => stars)) : null,
    };
  });
}

function meanRating(rated: readonly Ratings[]): number | null {
  const weight = sum(rated.map(({ rating, count }) => (rating === null ? 0 : count)));
  const weighted = sum(rated.map(({ rating, count }) => Math.round((rating ?? 0) * 100) * count));
  return weight === 0 ? null : Math.round(weighted / weight) / 100;
}

/** What storefronts have gained that have ratings, or stars, on both days. */
function gainsOf(before: readonly (Cell | undefined)[], now: readonly (Cell | undefined)[]) {
  return now.flatMap((cell, index) => {
    const last = before[index];
    if (!cell || !last) return [];
    const stars = cell.stars && last.stars ? cell.stars.map((count, star) => count - (last.stars?.[star] ?? 0)) : [];
    return [{ count: cell.count - last.count, stars }];
  });
}

function nothing(day: string): RatingPoint {
  return { day, unmeasured: null, rating: null, ratingCount: null, stars: null, gained: null, gainedStars: null };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const sumOfEach = (lists: readonly (readonly number[])[]) =>
  [0, 1, 2, 3, 4].map((star) => sum(lists.map((list) => list[star] ?? 0)));
