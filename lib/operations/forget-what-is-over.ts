import type { Db } from "../../db/client.ts";
import { dropChartEntriesBefore } from "../../db/queries/partitions.ts";
import {
  BATCH_ROWS,
  deleteBatch,
  deleteDeadWindows,
  expiredSessionsStatement,
  expiredTokensStatement,
  oldChartFetchesStatement,
  oldFailedItemsStatement,
  rankLessChartsStatement,
} from "../../db/queries/upkeep.ts";
import type { Clock } from "../runtime/clock.ts";

export type Retention = {
  readonly chartEntriesDays: number;
  readonly chartFetchesDays: number;
  readonly failedItemsDays: number;
};

export type ForgetDependencies = { readonly db: Db; readonly now: Clock; readonly retention: Retention };

/** One kind of rows; answers how many went. */
export type Forgetting = (deps: ForgetDependencies) => Promise<number>;

/** Of one kind and day, half a million rows at most; the next day's upkeep takes the rest. */
const BATCHES_MAX = 100;
const DAY_MS = 86_400_000;

/** All that ends: what has expired, and what is older than it is kept. */
export const forgettings = {
  rateLimits: forgetDeadWindows,
  sessions: (deps) => inBatches(() => deleteBatch(deps.db, expiredSessionsStatement, [])),
  accessTokens: (deps) => inBatches(() => deleteBatch(deps.db, expiredTokensStatement, [])),
  failedItems: (deps) => {
    const before = daysAgo(deps, deps.retention.failedItemsDays).toISOString();
    return inBatches(() => deleteBatch(deps.db, oldFailedItemsStatement, [before]));
  },
  chartFetches: (deps) => {
    const before = dayOf(daysAgo(deps, deps.retention.chartFetchesDays));
    return inBatches(() => deleteBatch(deps.db, oldChartFetchesStatement, [before]));
  },
  charts: async (deps) => {
    const before = dayOf(daysAgo(deps, deps.retention.chartEntriesDays));
    await dropChartEntriesBefore(deps.db, before);
    return inBatches(() => deleteBatch(deps.db, rankLessChartsStatement, [before]));
  },
} as const satisfies Record<string, Forgetting>;

async function forgetDeadWindows({ db }: ForgetDependencies): Promise<number> {
  let forgotten = 0;
  let after: string | null = "";
  for (let batch = 0; batch < BATCHES_MAX && after !== null; batch += 1) {
    const { deleted, last } = await deleteDeadWindows(db, after);
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
