import TinyQueue from "tinyqueue";

const DAY_SECONDS = 86_400;

export function dayAt(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** A row of chart_fetches or sweep_batches, by its number among those of a day. */
export type Fetch = { readonly index: number; readonly day: number; at: number; attempts: number; isTaken: boolean };

type Day = { readonly day: number; readonly waiting: TinyQueue<Fetch> };

/** The rows of a kind of fetch on a platform, with their turns. */
export type PacedTurns = ReturnType<typeof createPacedTurns>;

export function createPacedTurns({ perMinute }: { readonly perMinute: number }) {
  const gap = 60 / perMinute;
  /** The newest first. */
  let days: readonly Day[] = [];
  let nextPlannedAt = 0;

  /** Forgets what was taken before its turn. */
  function firstOf({ waiting }: Day): Fetch | undefined {
    while (waiting.peek()?.isTaken === true) waiting.pop();
    return waiting.peek();
  }

  function takeDue(until: number, most: number): Fetch[] {
    const due: Fetch[] = [];
    for (const day of days) {
      for (let next = firstOf(day); next !== undefined && next.at <= until; next = firstOf(day)) {
        if (due.length >= most) break;
        day.waiting.pop();
        due.push(next);
      }
    }
    return due;
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
      const byTime = (a: Fetch, b: Fetch) => a.at - b.at || a.index - b.index;
      days = [{ day, waiting: new TinyQueue(planned, byTime) }, ...days];
      return planned;
    },
    /** Returns a fetch to its row. */
    leave(fetch: Fetch, at: number): void {
      fetch.isTaken = false;
      fetch.at = at;
      const ofDay = days.find(({ day }) => day === fetch.day);
      if (ofDay === undefined) this.missed += 1;
      else ofDay.waiting.push(fetch);
    },
    /** How many fetches of a day wait. */
    leftOf: (day: number) => days.find((one) => one.day === day)?.waiting.length ?? 0,
    hasDue: (until: number) => days.some((day) => (firstOf(day)?.at ?? Number.POSITIVE_INFINITY) < until),
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
      const day = days.find((one) => (firstOf(one)?.at ?? Number.POSITIVE_INFINITY) <= now + horizonSeconds);
      const fetch = day && firstOf(day);
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
      for (const { waiting } of days.filter(({ day }) => day < oldest)) {
        this.missed += waiting.data.filter(({ isTaken }) => !isTaken).length;
      }
      days = days.filter(({ day }) => day >= oldest);
    },
  };
}
