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

export type RetentionDependencies = { readonly db: Db; readonly now: Clock; readonly retention: Retention };

/** Deletes the expired rows of one kind and returns their number. */
export type RetentionTask = (deps: RetentionDependencies) => Promise<number>;

/** At most half a million rows of a kind and day; the next day's maintenance deletes the rest. */
const BATCHES_MAX = 100;
const DAY_MS = 86_400_000;

/** Every kind of rows that expires or has a retention period. */
export const retentionTasks = {
  rateLimits: deleteWindows,
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
} as const satisfies Record<string, RetentionTask>;

async function deleteWindows({ db }: RetentionDependencies): Promise<number> {
  let deletedRows = 0;
  let after: string | null = "";
  for (let batch = 0; batch < BATCHES_MAX && after !== null; batch += 1) {
    const { deleted, last } = await deleteWindowsThatAreOver(db, after);
    deletedRows += deleted;
    after = last;
  }
  return deletedRows;
}

async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let deletedRows = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const rows = await deleteBatch();
    deletedRows += rows;
    if (rows < BATCH_ROWS) break;
  }
  return deletedRows;
}

function daysAgo({ now }: RetentionDependencies, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
