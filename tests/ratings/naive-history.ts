import type { RatingPoint } from "../../lib/domain/rating-days.ts";

/** A history of ratings as a table of all days would hold it: what arrives fills its day and all later ones. */

const DAY_MS = 86_400_000;
const STARS_RENEWAL_MS = 6 * DAY_MS;
/** Observations of this many days before the first one may arrive. */
const ARRIVED_BEFORE_DAYS = 4;

export type Ratings = {
  readonly rating: number | null;
  readonly count: number;
  readonly stars: readonly number[] | null;
};
/** null where the app is not available. */
type Cell = Ratings | null;

export class NaiveStorefront {
  readonly #cells: (Cell | undefined)[];
  readonly #changedOn = new Set<number>();
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

  /** Whether an observation of the day has changed something, which shows that it was read. */
  hasChangedOn(day: number): boolean {
    return this.#changedOn.has(day);
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
    this.#changedOn.add(day);
    this.#cells.fill(this.#last, Math.max(0, day));
  }

  #differs(seen: Cell): boolean {
    const last = this.#last;
    if (last === undefined || last === null || seen === null) return last !== seen;
    const starsDiffer = seen.stars !== null && String(seen.stars) !== String(last.stars);
    return seen.rating !== last.rating || seen.count !== last.count || starsDiffer;
  }
}

/** A day on which an app was covered, the storefronts that were not, and those that were rotated out. */
export type Coverage = { readonly missing: readonly string[]; readonly rotatedOut: readonly string[] };

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
  const countOn = (day: number, kind: keyof Coverage) =>
    known.filter((code) => coverage[day]?.[kind].includes(code)).length;
  const withRatings = known.filter((code) => storefronts.get(code)?.isRated);
  const measurable = withRatings.length > 0 ? withRatings : known;
  const isCovered = (day: number) => {
    const covered = coverage[day];
    return covered !== undefined && measurable.some((code) => !covered.missing.includes(code));
  };
  const isRead = (code: string, day: number) => {
    const covered = coverage[day];
    const isCoveredThere = covered !== undefined && ![...covered.missing, ...covered.rotatedOut].includes(code);
    return isCoveredThere || storefronts.get(code)?.hasChangedOn(day) === true;
  };
  const isAnyRead = (day: number) =>
    measurable.some((code) => isRead(code, day)) || known.some((code) => storefronts.get(code)?.hasChangedOn(day));
  const days = dates.map((_, day) => day);
  const lastRead = days.findLast(isAnyRead) ?? -1;
  const readUntil = (code: string, day: number) => {
    for (let one = day; one >= -ARRIVED_BEFORE_DAYS; one -= 1) if (isRead(code, one)) return one;
    return undefined;
  };
  const cellsOn = (day: number) => known.map((code) => storefronts.get(code)?.on(day));
  const gained = dailyGains(known, { storefronts, days, readUntil });

  return dates.slice(from).map((date, index): RatingPoint => {
    const day = from + index;
    if (!isCovered(day)) return nothing(date);
    const rated = cellsOn(day).filter((cell) => cell !== undefined && cell !== null);
    const reads = measurable.map((code) => readUntil(code, day)).filter((read) => read !== undefined);
    const values = {
      date,
      unmeasured_countries: countOn(day, "missing"),
      rotated_out_countries: countOn(day, "rotatedOut"),
      oldest_date: rated.length === 0 ? null : dateOf(dates, Math.min(day, ...reads)),
      ...sumsOf(rated),
    };
    const earlier = coverage.findLastIndex((_, before) => before < day && isCovered(before));
    if (earlier < 0 || day > lastRead) return { ...values, delta_total: null, delta_stars: null };
    const since = days.slice(earlier + 1, day + 1);
    const stars = sumOfEach(since.flatMap((one) => starGains(cellsOn(one - 1), cellsOn(one))));
    return {
      ...values,
      delta_total: values.rating_count === null ? null : sum(since.map((one) => gained.get(one) ?? 0)),
      delta_stars: values.stars === null ? null : stars,
    };
  });
}

type Reads = Pick<App, "storefronts"> & {
  readonly days: readonly number[];
  readonly readUntil: (code: string, day: number) => number | undefined;
};

/**
 * Returns what storefronts have gained on each day: what one shows to have gained since its last read, in even parts.
 */
function dailyGains(codes: readonly string[], { storefronts, days, readUntil }: Reads): ReadonlyMap<number, number> {
  const gained = new Map<number, number>();
  for (const code of codes) {
    for (const day of days) {
      const [before, now] = [storefronts.get(code)?.on(day - 1), storefronts.get(code)?.on(day)];
      if (!before || !now) continue;
      const readOn = readUntil(code, day - 1) ?? day - 1;
      const part = (place: number) => Math.trunc(((now.count - before.count) * place) / (day - readOn));
      for (let place = 1; place <= day - readOn; place += 1) {
        gained.set(readOn + place, (gained.get(readOn + place) ?? 0) + part(place) - part(place - 1));
      }
    }
  }
  return gained;
}

function sumsOf(rated: readonly Ratings[]): Pick<RatingPoint, "rating" | "rating_count" | "stars"> {
  const starred = rated.flatMap(({ stars }) => (stars === null ? [] : [stars]));
  return {
    rating: meanRating(rated),
    rating_count: rated.length === 0 ? null : sum(rated.map(({ count }) => count)),
    stars: starred.length === 0 ? null : sumOfEach(starred),
  };
}

/** Also of days before the first one. */
function dateOf([first = ""]: readonly string[], day: number): string {
  return new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10);
}

function meanRating(rated: readonly Ratings[]): number | null {
  const weight = sum(rated.map(({ rating, count }) => (rating === null ? 0 : count)));
  const weighted = sum(rated.map(({ rating, count }) => Math.round((rating ?? 0) * 100) * count));
  return weight === 0 ? null : Math.round(weighted / weight) / 100;
}

/** The stars that storefronts have gained that have some on both days. */
function starGains(before: readonly (Cell | undefined)[], now: readonly (Cell | undefined)[]) {
  return now.flatMap((cell, index) => {
    const last = before[index];
    if (!cell?.stars || !last?.stars) return [];
    return [cell.stars.map((count, star) => count - (last.stars?.[star] ?? 0))];
  });
}

function nothing(date: string): RatingPoint {
  return {
    date,
    unmeasured_countries: null,
    rotated_out_countries: null,
    oldest_date: null,
    rating: null,
    rating_count: null,
    stars: null,
    delta_total: null,
    delta_stars: null,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const sumOfEach = (lists: readonly (readonly number[])[]) =>
  [0, 1, 2, 3, 4].map((star) => sum(lists.map((list) => list[star] ?? 0)));
