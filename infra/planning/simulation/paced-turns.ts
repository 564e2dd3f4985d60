import TinyQueue from "tinyqueue";

const DAY_SECONDS = 86_400;

export function dayAt(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** A row of chart_fetches or sweep_batches, by its number among those of a day. */
export type Fetch = { readonly index: number; readonly day: number; at: number; attempts: number; isTaken: boolean };

/** The fetches of a day: those that are due, in their order, and the others by their times. */
type Day = { readonly day: number; readonly due: TinyQueue<Fetch>; readonly later: TinyQueue<Fetch> };

/** The rows of a kind of fetch on a platform, with their turns. */
export type PacedTurns = ReturnType<typeof createPacedTurns>;

type Turns = {
  readonly perMinute: number;
  /** A fetch that returns to its row keeps its place among those that are due. Default: it becomes the last of them. */
  readonly keepsPlaces?: boolean;
};

export function createPacedTurns({ keepsPlaces = false, perMinute }: Turns) {
  const gap = 60 / perMinute;
  const byTime = (a: Fetch, b: Fetch) => a.at - b.at || a.index - b.index;
  const byPlace = keepsPlaces ? (a: Fetch, b: Fetch) => a.index - b.index : byTime;
  /** The newest first. */
  let days: readonly Day[] = [];
  let nextPlannedAt = 0;

  /** Forgets what was taken before its turn. */
  function firstOf(fetches: TinyQueue<Fetch>): Fetch | undefined {
    while (fetches.peek()?.isTaken === true) fetches.pop();
    return fetches.peek();
  }

  /** Returns the first fetch of a day that is due until then. */
  function firstDue({ due, later }: Day, until: number): Fetch | undefined {
    for (let next = firstOf(later); next !== undefined && next.at <= until; next = firstOf(later)) {
      later.pop();
      due.push(next);
    }
    return firstOf(due);
  }

  function takeDue(until: number, most: number): Fetch[] {
    const taken: Fetch[] = [];
    for (const day of days) {
      for (let next = firstDue(day, until); next !== undefined; next = firstDue(day, until)) {
        if (taken.length >= most) break;
        day.due.pop();
        taken.push(next);
      }
    }
    return taken;
  }

  return {
    gap,
    /** Messages that are under way, and fetches that a consumer works on. */
    underWay: 0,
    /** Fetches whose day was over before they were stored. */
    missed: 0,
    /** Plans a day's fetches at the pace. */
    plan(day: number, count: number, now: number): readonly Fetch[] {
      const planned = Array.from({ length: count }, (_, index) => {
        return { index, day, at: now + index * gap, attempts: 0, isTaken: false };
      });
      days = [{ day, due: new TinyQueue([], byPlace), later: new TinyQueue(planned, byTime) }, ...days];
      return planned;
    },
    /** Returns a fetch to its row. */
    leave(fetch: Fetch, at: number): void {
      fetch.isTaken = false;
      fetch.at = at;
      const ofDay = days.find(({ day }) => day === fetch.day);
      if (ofDay === undefined) this.missed += 1;
      else ofDay.later.push(fetch);
    },
    /** How many fetches of a day wait. */
    leftOf(day: number): number {
      const of = days.find((one) => one.day === day);
      return of === undefined ? 0 : of.due.length + of.later.length;
    },
    hasDue: (until: number) =>
      days.some(
        ({ due, later }) => firstOf(due) !== undefined || (firstOf(later)?.at ?? Number.POSITIVE_INFINITY) < until,
      ),
    /** take_due: returns the fetches whose turn comes within the time, each with the seconds until then. */
    take(
      now: number,
      { firstSeconds, horizonSeconds, pace = 1 }: { firstSeconds: number; horizonSeconds: number; pace?: number },
    ) {
      const gapNow = gap / pace;
      const due = takeDue(now + horizonSeconds, Math.ceil(horizonSeconds / gapNow));
      const inTurn = due.toSorted((a, b) => Math.max(now, a.at) - Math.max(now, b.at) || b.day - a.day);
      let turn = Math.max(0, nextPlannedAt - now, firstSeconds);
      const taken: { readonly fetch: Fetch; readonly delaySeconds: number }[] = [];
      for (const fetch of inTurn) {
        turn = Math.max(turn, fetch.at - now);
        if (turn < horizonSeconds) taken.push({ fetch, delaySeconds: turn });
        else this.leave(fetch, fetch.at);
        turn += gapNow;
      }
      const last = taken.at(-1);
      if (last !== undefined) nextPlannedAt = now + last.delaySeconds + gapNow;
      for (const { fetch } of taken) fetch.isTaken = true;
      return taken;
    },
    /** The same where nothing is under way: the one whose turn comes first, which moves no turn. */
    takeNext(now: number, { firstSeconds, horizonSeconds }: { firstSeconds: number; horizonSeconds: number }) {
      const [fetch] = days
        .flatMap((day) => firstDue(day, now) ?? firstOf(day.later) ?? [])
        .filter(({ at }) => at <= now + horizonSeconds);
      if (this.underWay > 0 || fetch === undefined) return [];
      const delaySeconds = Math.max(0, nextPlannedAt - now, firstSeconds, fetch.at - now);
      if (delaySeconds >= horizonSeconds) return [];
      fetch.isTaken = true;
      return [{ fetch, delaySeconds }];
    },
    /** Moves all later turns by one, for a fetch that a user has requested before its own. */
    yieldTurn(now: number): void {
      nextPlannedAt = Math.max(nextPlannedAt, now) + gap;
    },
    /** Ends the fetches of days that are over. */
    missOverdue(oldest: number): void {
      for (const { due, later } of days.filter(({ day }) => day < oldest)) {
        this.missed += [...due.data, ...later.data].filter(({ isTaken }) => !isTaken).length;
      }
      days = days.filter(({ day }) => day >= oldest);
    },
  };
}
