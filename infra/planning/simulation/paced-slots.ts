export const DAY_SECONDS = 86_400;

/** A row of chart_fetches or sweep_batches, by its number on the day. It is due from `at` on. */
export type Fetch = { readonly index: number; readonly day: number; readonly at: number };

/** The waiting fetches of a day: planned ones from a number on, at the pace, and returned ones. */
type Day = {
  readonly day: number;
  readonly plannedAt: number;
  readonly count: number;
  /** Seconds from one planned fetch to the next. */
  readonly gap: number;
  next: number;
  back: Fetch[];
};

export function createSlots(perMinute: number) {
  const gap = 60 / perMinute;
  let days: Day[] = [];

  const leftOf = ({ back, count, next }: Day) => back.length + count - next;
  const firstOf = ({ back, count, day, gap: apart, next, plannedAt }: Day, until: number): Fetch | undefined => {
    const planned = { index: next, day, at: plannedAt + next * apart };
    return back.find(({ at }) => at <= until) ?? (next < count && planned.at <= until ? planned : undefined);
  };
  return {
    gap,
    nextAt: 0,
    /** Messages under way, and fetches that a consumer works on. */
    underWay: 0,
    missed: 0,
    plan(now: number, count: number, pace = perMinute): void {
      const day = Math.floor(now / DAY_SECONDS);
      days = [{ day, plannedAt: now, count, gap: 60 / pace, next: 0, back: [] }, ...days];
    },
    leftOf: (day: number) => days.filter((one) => one.day === day).reduce((sum, one) => sum + leftOf(one), 0),
    hasDue: (until: number) => days.some((day) => firstOf(day, until) !== undefined),
    takeFirst(until: number): Fetch | undefined {
      const day = days.find((one) => firstOf(one, until) !== undefined);
      const first = day && firstOf(day, until);
      if (day === undefined || first === undefined) return undefined;
      day.next += day.back.includes(first) ? 0 : 1;
      day.back = day.back.filter((one) => one !== first);
      return first;
    },
    leave(fetch: Fetch): void {
      const of = days.find(({ day }) => day === fetch.day);
      if (of === undefined) this.missed += 1;
      else of.back.push(fetch);
    },
    missBefore(oldest: number): void {
      this.missed += days.filter(({ day }) => day < oldest).reduce((sum, day) => sum + leftOf(day), 0);
      days = days.filter(({ day }) => day >= oldest);
    },
  };
}
