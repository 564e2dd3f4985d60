import type { Db } from "../../db/client.ts";
import { dropChartEntriesBefore } from "../../db/queries/partitions.ts";
import {
  BATCH_ROWS,
  deleteChartFetches,
  deleteExpiredSessions,
  deleteExpiredTokens,
  deleteFailedItems,
  deleteRankLessCharts,
  deleteWindowsThatAreOver,
} from "../../db/queries/upkeep.ts";
import type { Clock } from "../runtime/clock.ts";

export type Retention = {
  readonly chartEntriesDays: number;
  readonly chartFetchesDays: number;
  readonly failedItemsDays: number;
};

export type ForgetDependencies = { readonly db: Db; readonly now: Clock; readonly retention: Retention };

/** Forgets one kind of rows and returns how many were deleted. */
export type Forgetting = (deps: ForgetDependencies) => Promise<number>;

/** Of one kind and day, half a million rows at most; the next day's upkeep takes the rest. */
const BATCHES_MAX = 100;
const DAY_MS = 86_400_000;

/** All that ends: what has expired, and what is older than it is kept. */
export const forgettings = {
  rateLimits: forgetWindows,
  sessions: ({ db }) => inBatches(() => deleteExpiredSessions(db, {})),
  accessTokens: ({ db }) => inBatches(() => deleteExpiredTokens(db, {})),
  failedItems: (deps) => {
    const before = daysAgo(deps, deps.retention.failedItemsDays).toISOString();
    return inBatches(() => deleteFailedItems(deps.db, { before }));
  },
  chartFetches: (deps) => {
    const before = dayOf(daysAgo(deps, deps.retention.chartFetchesDays));
    return inBatches(() => deleteChartFetches(deps.db, { before }));
  },
  charts: async (deps) => {
    const before = dayOf(daysAgo(deps, deps.retention.chartEntriesDays));
    await dropChartEntriesBefore(deps.db, before);
    return inBatches(() => deleteRankLessCharts(deps.db, { before }));
  },
} as const satisfies Record<string, Forgetting>;

async function forgetWindows({ db }: ForgetDependencies): Promise<number> {
  let forgotten = 0;
  let after: string | null = "";
  for (let batch = 0; batch < BATCHES_MAX && after !== null; batch += 1) {
    const { deleted, last } = await deleteWindowsThatAreOver(db, after);
    forgotten += deleted;
    after = last;
  }
  return forgotten;
}

async function inBatches(forgetBatch: () => Promise<number>): Promise<number> {
  let forgotten = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const rows = await forgetBatch();
    forgotten += rows;
    if (rows < BATCH_ROWS) break;
  }
  return forgotten;
}

function daysAgo({ now }: ForgetDependencies, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
