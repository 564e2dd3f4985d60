export const DAY_SECONDS = 86_400;

/** A row of chart_fetches, keyword_fetches or sweep_batches, by its number on the day. It is due from `at` on. */
export type Fetch = { readonly index: number; readonly day: number; readonly at: number };

/** The waiting fetches of a day: planned ones from a number on, `gap` seconds apart, and postponed ones. */
type Day = {
  readonly day: number;
  readonly plannedAt: number;
  readonly count: number;
  readonly gap: number;
  next: number;
  postponed: Fetch[];
};

export type Slots = ReturnType<typeof createSlots>;

export function createSlots() {
  let days: Day[] = [];
  const countLeft = (some: readonly Day[]) =>
    some.reduce((sum, { count, next, postponed }) => sum + postponed.length + count - next, 0);
  const firstOf = ({ count, day, gap, next, plannedAt, postponed }: Day, until: number): Fetch | undefined => {
    const planned = { index: next, day, at: plannedAt + next * gap };
    return postponed.find(({ at }) => at <= until) ?? (next < count && planned.at <= until ? planned : undefined);
  };
  return {
    nextAt: 0,
    /** Messages under way, and fetches that a consumer works on. */
    underWay: 0,
    missed: 0,
    plan(now: number, count: number, perMinute: number): void {
      const day = Math.floor(now / DAY_SECONDS);
      days = [{ day, plannedAt: now, count, gap: 60 / perMinute, next: 0, postponed: [] }, ...days];
    },
    leftOf: (day: number) => countLeft(days.filter((one) => one.day === day)),
    hasDue: (until: number) => days.some((day) => firstOf(day, until) !== undefined),
    takeFirst(until: number): Fetch | undefined {
      for (const day of days) {
        const first = firstOf(day, until);
        if (first === undefined) continue;
        if (day.postponed.includes(first)) day.postponed = day.postponed.filter((one) => one !== first);
        else day.next += 1;
        return first;
      }
      return undefined;
    },
    postpone(fetch: Fetch): void {
      const of = days.find(({ day }) => day === fetch.day);
      if (of === undefined) this.missed += 1;
      else of.postponed.push(fetch);
    },
    missBefore(oldest: number): void {
      this.missed += countLeft(days.filter(({ day }) => day < oldest));
      days = days.filter(({ day }) => day >= oldest);
    },
  };
}
