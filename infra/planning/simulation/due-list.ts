import { FAILED, type Fleet, IDLE } from "./fleet.ts";
import { createNumberQueue, type NumberQueue } from "./number-queue.ts";

/** Apps in the order in which they were last tried: what insertDueRuns in db/queries/due-runs.ts sorts by. */
export type DueList = {
  /** Notes that a run of the app ended, completed or failed. */
  add(fleet: Fleet, app: number): void;
  /** Up to so many apps that are due. They leave the list until they are added again. */
  take(fleet: Fleet, rules: DueRules): readonly number[];
  /** Apps that are due and were not taken. */
  countDue(fleet: Fleet, rules: DueRules, range: readonly [first: number, count: number]): number;
};

export type DueRules = {
  readonly now: number;
  readonly refreshSeconds: number;
  readonly failedRetrySeconds: number;
  readonly countMax: number;
};

type Entries = { readonly apps: NumberQueue; readonly times: NumberQueue };

export function createDueList(): DueList {
  const completed: Entries = { apps: createNumberQueue(), times: createNumberQueue() };
  const failed: Entries = { apps: createNumberQueue(), times: createNumberQueue() };
  /** Due while failed items of theirs were being asked again. */
  const passedOver = createNumberQueue();

  return {
    add(fleet, app) {
      const entries = fleet.state[app] === FAILED ? failed : completed;
      entries.apps.push(app);
      entries.times.push(fleet.lastTried[app] ?? 0);
    },
    take(fleet, rules) {
      const taken: number[] = [];
      const offer = (app: number) => {
        if (isStale(fleet, app, rules)) (isAtRest(fleet, app) ? taken : passedOver).push(app);
      };
      for (let left = passedOver.size(); left > 0 && taken.length < rules.countMax; left -= 1)
        offer(passedOver.shift());
      while (taken.length < rules.countMax) {
        const app = next(fleet, rules);
        if (app === undefined) break;
        offer(app);
      }
      return taken;
    },
    countDue(fleet, rules, [first, count]) {
      let due = 0;
      for (let app = first; app < first + count; app += 1) {
        if (isAtRest(fleet, app) && isStale(fleet, app, rules)) due += 1;
      }
      return due;
    },
  };

  /** The entry of the run that ended first, of those whose time has come. */
  function next(fleet: Fleet, { now, refreshSeconds, failedRetrySeconds }: DueRules): number | undefined {
    const completedAt = headTime(completed, fleet);
    const failedAt = headTime(failed, fleet);
    const isCompletedDue = completedAt < now - refreshSeconds;
    const isFailedDue = failedAt < now - failedRetrySeconds;
    if (isCompletedDue && (!isFailedDue || completedAt <= failedAt)) return shift(completed);
    return isFailedDue ? shift(failed) : undefined;
  }
}

/** Entries of apps that were tried again since are dropped on the way. */
function headTime({ apps, times }: Entries, fleet: Fleet): number {
  while (apps.size() > 0) {
    if (fleet.lastTried[apps.peek()] === times.peek()) return times.peek();
    shift({ apps, times });
  }
  return Number.POSITIVE_INFINITY;
}

function shift({ apps, times }: Entries): number {
  times.shift();
  return apps.shift();
}

function isAtRest(fleet: Fleet, app: number): boolean {
  return fleet.state[app] === IDLE || fleet.state[app] === FAILED;
}

function isStale(fleet: Fleet, app: number, { now, refreshSeconds }: DueRules): boolean {
  return (fleet.lastSynced[app] ?? 0) < now - refreshSeconds;
}
