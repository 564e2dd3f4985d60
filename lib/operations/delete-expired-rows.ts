import type { Db } from "../../db/client.ts";
import { addMissedFollowedApps, deleteUnfollowedApps } from "../../db/queries/runs/followed-apps.ts";
import { BATCH_ROWS } from "../../db/queries/upkeep/deletion.ts";
import {
  deleteConfirmations,
  deleteExpiredGrants,
  deleteExpiredRequests,
  deleteExpiredSessions,
  deleteExpiredTokens,
  deleteExpiredWindows,
  deleteKnownAddresses,
  deleteOldDocuments,
  deletePasswordAttempts,
  deleteUnusedClients,
} from "../../db/queries/upkeep/expired-access.ts";
import { dropChartsBefore, dropKeywordResultsBefore } from "../../db/queries/upkeep/partitions.ts";
import {
  deleteChartFetches,
  deleteChartsWithoutRanks,
  deleteDeletedFeeds,
  deleteFailedItems,
  deleteKeywordFetches,
  deleteOldDeliveries,
  deleteStoreSearches,
  deleteStoreSuggestions,
  deleteSweepBatches,
  deleteSweepShards,
  deleteUntrackedTerms,
} from "../../db/queries/upkeep/upkeep.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { Clock } from "../runtime/clock.ts";

export type Retention = {
  readonly chartEntriesDays: number;
  readonly chartFetchesDays: number;
  readonly failedItemsDays: number;
};

export type RetentionDependencies = { readonly db: Db; readonly now: Clock; readonly retention: Retention };

export type RetentionTask = (deps: RetentionDependencies) => Promise<number>;

/** At most half a million rows of one kind per day. The next day's upkeep deletes the rest. */
const BATCHES_MAX = 100;
const DAY_MS = 86_400_000;

/** Deletes rows that have expired or exceed their retention, and adds missing rows of followed apps. */
export const retentionTasks = {
  rateLimits: deleteWindows,
  sessions: ({ db }) => inBatches(() => deleteExpiredSessions(db, {})),
  oauthRequests: ({ db }) => inBatches(() => deleteExpiredRequests(db, {})),
  oauthGrants: ({ db }) => inBatches(() => deleteExpiredGrants(db, {})),
  oauthClients: async ({ db }) =>
    (await inBatches(() => deleteUnusedClients(db, {}))) + (await inBatches(() => deleteOldDocuments(db, {}))),
  accessTokens: ({ db }) => inBatches(() => deleteExpiredTokens(db, {})),
  knownAddresses: ({ db }) => inBatches(() => deleteKnownAddresses(db, {})),
  passwordAttempts: ({ db }) => inBatches(() => deletePasswordAttempts(db, {})),
  emailConfirmations: ({ db }) => inBatches(() => deleteConfirmations(db, {})),
  deliveries: ({ db }) => inBatches(() => deleteOldDeliveries(db, {})),
  feeds: ({ db }) => inBatches(() => deleteDeletedFeeds(db, {})),
  storeSearches: ({ db }) => inBatches(() => deleteStoreSearches(db, {})),
  storeSuggestions: ({ db }) => inBatches(() => deleteStoreSuggestions(db, {})),
  failedItems: (deps) => {
    const before = daysAgo(deps, deps.retention.failedItemsDays).toISOString();
    return inBatches(() => deleteFailedItems(deps.db, { before }));
  },
  chartFetches: (deps) => {
    const before = utcDay(daysAgo(deps, deps.retention.chartFetchesDays));
    return inBatches(() => deleteChartFetches(deps.db, { before }));
  },
  sweeps: async (deps) => {
    const before = utcDay(daysAgo(deps, deps.retention.chartFetchesDays));
    const shards = await inBatches(() => deleteSweepShards(deps.db, { before }));
    return shards + (await inBatches(() => deleteSweepBatches(deps.db, { before })));
  },
  followedApps: async ({ db }) =>
    (await byPages(addMissedFollowedApps, db)) + (await byPages(deleteUnfollowedApps, db)),
  /** Partitions of charts, and of ranks of earlier releases. */
  chartMonths: async (deps) => (await dropChartsBefore(deps.db, oldestChartDay(deps))).length,
  /** Months of results, the reads of their days, and terms of which nothing is left. */
  keywords: async (deps) => {
    const before = oldestChartDay(deps);
    const months = await dropKeywordResultsBefore(deps.db, before);
    const reads = await inBatches(() => deleteKeywordFetches(deps.db, { before }));
    return months.length + reads + (await inBatches(() => deleteUntrackedTerms(deps.db, {})));
  },
  charts: (deps) => {
    const before = oldestChartDay(deps);
    return inBatches(() => deleteChartsWithoutRanks(deps.db, { before }));
  },
} as const satisfies Record<string, RetentionTask>;

async function deleteWindows({ db }: RetentionDependencies): Promise<number> {
  let rows = 0;
  let after: string | null = "";
  for (let batch = 0; batch < BATCHES_MAX && after !== null; batch += 1) {
    const { deleted, last } = await deleteExpiredWindows(db, { bucket: after });
    rows += deleted;
    after = last;
  }
  return rows;
}

async function byPages(changePage: typeof deleteUnfollowedApps, db: Db): Promise<number> {
  let rows = 0;
  let after: number | null = 0;
  for (let batch = 0; batch < BATCHES_MAX && after !== null; batch += 1) {
    const page: Awaited<ReturnType<typeof changePage>> = await changePage(db, { after });
    rows += page.changed;
    after = page.last;
  }
  return rows;
}

async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let rows = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const deleted = await deleteBatch();
    rows += deleted;
    if (deleted < BATCH_ROWS) break;
  }
  return rows;
}

function oldestChartDay(deps: RetentionDependencies): string {
  return utcDay(daysAgo(deps, deps.retention.chartEntriesDays));
}

function daysAgo({ now }: RetentionDependencies, days: number): Date {
  return new Date(now().getTime() - days * DAY_MS);
}
