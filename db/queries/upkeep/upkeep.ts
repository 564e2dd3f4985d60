import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DELIVERY_DAYS } from "../../../lib/domain/webhook.ts";
import {
  accessTokens,
  emailConfirmations,
  knownAddresses,
  passwordAttempts,
  rateLimits,
  sessions,
} from "../../schema/accounts.ts";
import { chartFetches, trendingCharts } from "../../schema/charts.ts";
import { feeds } from "../../schema/feeds.ts";
import { keywordFetches, keywordResults, trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { storeSearches, storeSuggestions } from "../../schema/stores.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncFailedItems } from "../../schema/syncs.ts";
import { webhookDeliveries } from "../../schema/webhooks.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { keptAfterDeletion } from "../accounts/feed-admission.ts";
import { isNoLongerKnown } from "../accounts/known-addresses.ts";
import { isAttemptWindowOver } from "../accounts/password-attempts.ts";
import { isWindowOfAnyBucketOver } from "../accounts/rate-limits.ts";
import { isTooOld } from "../budgets/store-searches.ts";
import { isTooOldSuggestion } from "../budgets/store-suggestions.ts";

/** The maximum of rows that one statement reads and deletes. Locked rows are left to the next upkeep. */
export const BATCH_ROWS = 5_000;

const keptDeliveries = sql`make_interval(days => ${DELIVERY_DAYS})`.inlineParams();
const batch = sql`LIMIT ${BATCH_ROWS}`.inlineParams();

/** An index serves now(), but not clock_timestamp(), which differs for each row. */
export const deleteExpiredSessions = deletion({
  name: "delete_expired_sessions",
  table: sessions,
  oldestBy: sessions.expiresAt,
  isExpired: () => sql`${sessions.expiresAt} <= now()`,
});

export const deleteExpiredTokens = deletion({
  name: "delete_expired_tokens",
  table: accessTokens,
  oldestBy: accessTokens.expiresAt,
  isExpired: () => sql`${accessTokens.expiresAt} <= now()`,
});

export const deletePasswordAttempts = deletion({
  name: "delete_password_attempts",
  table: passwordAttempts,
  oldestBy: passwordAttempts.windowStartedAt,
  isExpired: () => isAttemptWindowOver,
});

export const deleteKnownAddresses = deletion({
  name: "delete_known_addresses",
  table: knownAddresses,
  oldestBy: knownAddresses.lastLoginAt,
  isExpired: () => isNoLongerKnown,
});

/** A day longer, since it counts the links of a day. */
export const deleteConfirmations = deletion({
  name: "delete_confirmations",
  table: emailConfirmations,
  oldestBy: emailConfirmations.expiresAt,
  isExpired: () => sql`${emailConfirmations.expiresAt} <= now() - interval '1 day'`,
});

export const deleteStoreSearches = deletion({
  name: "delete_store_searches",
  table: storeSearches,
  oldestBy: storeSearches.searchedAt,
  isExpired: () => isTooOld,
});

export const deleteOldDeliveries = deletion({
  name: "delete_old_deliveries",
  table: webhookDeliveries,
  oldestBy: webhookDeliveries.createdAt,
  isExpired: () => sql`${webhookDeliveries.createdAt} <= now() - ${keptDeliveries}`,
});

export const deleteDeletedFeeds = deletion({
  name: "delete_deleted_feeds",
  table: feeds,
  oldestBy: feeds.deletedAt,
  isExpired: () => sql`${feeds.deletedAt} <= now() - ${keptAfterDeletion}`,
});

export const deleteStoreSuggestions = deletion({
  name: "delete_store_suggestions",
  table: storeSuggestions,
  oldestBy: storeSuggestions.suggestedAt,
  isExpired: () => isTooOldSuggestion,
});

export const deleteFailedItems = deletion({
  name: "delete_failed_items_before",
  table: syncFailedItems,
  oldestBy: syncFailedItems.lastAttemptedAt,
  isExpired: ({ before }: Before) => sql`${syncFailedItems.lastAttemptedAt} < ${before}::timestamptz`,
});

export const deleteChartFetches = deletion({
  name: "delete_chart_fetches_before",
  table: chartFetches,
  oldestBy: chartFetches.chartDate,
  isExpired: ({ before }: Before) => sql`${chartFetches.chartDate} < ${before}::date`,
});

export const deleteKeywordFetches = deletion({
  name: "delete_keyword_fetches_before",
  table: keywordFetches,
  oldestBy: keywordFetches.day,
  isExpired: ({ before }: Before) => sql`${keywordFetches.day} < ${before}::date`,
});

/** A term stays for as long as anything was read of it. */
export const deleteUntrackedTerms = deletion({
  name: "delete_untracked_terms",
  table: trackedTerms,
  oldestBy: trackedTerms.id,
  isExpired: () => sql`${isWithout(trackedKeywords)} AND ${isWithout(keywordFetches)} AND ${isWithout(keywordResults)}`,
});

/** LIMIT makes the planner look for one row of each term in an index. It would join whole tables otherwise. */
function isWithout(rows: typeof trackedKeywords | typeof keywordFetches | typeof keywordResults): SQL {
  return sql`(SELECT 1 FROM ${rows} WHERE ${rows.keywordId} = ${trackedTerms.id} LIMIT 1) IS NULL`;
}

export const deleteSweepBatches = deletion({
  name: "delete_sweep_batches_before",
  table: sweepBatches,
  oldestBy: sweepBatches.day,
  isExpired: ({ before }: Before) => sql`${sweepBatches.day} < ${before}::date`,
});

export const deleteSweepShards = deletion({
  name: "delete_sweep_shards_before",
  table: sweepShards,
  oldestBy: sweepShards.day,
  isExpired: ({ before }: Before) => sql`${sweepShards.day} < ${before}::date`,
});

/** Without ranks, a chart of an earlier release would look empty. */
export const deleteChartsWithoutRanks = deletion({
  name: "delete_charts_before_month_of",
  table: trendingCharts,
  oldestBy: trendingCharts.chartDate,
  isExpired: ({ before }: Before) => sql`${trendingCharts.chartDate} < date_trunc('month', ${before}::date)::date`,
});

type Before = Placeholders<{ before: string }>;

type Deletion<Input> = {
  readonly name: string;
  readonly table: PgTable;
  readonly oldestBy: PgColumn;
  readonly isExpired: (input: Placeholders<Input>) => SQL;
};

/** Returns a function that deletes one batch and returns the number of its rows. */
function deletion<Input extends object>({ name, table, oldestBy, isExpired }: Deletion<Input>) {
  const remove = statement({
    name,
    effect: "writes",
    sql: (input: Placeholders<Input>) => sql`
      WITH expired AS (
        SELECT ctid FROM ${table} WHERE ${isExpired(input)} ORDER BY ${oldestBy} ${batch} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM expired)) RETURNING 1`,
  });
  return async (db: Db, input: Input): Promise<number> => (await remove(db, input)).length;
}

/**
 * `last` is null at the end. An index on the start would be written with every window, so the key gives the order.
 * Deletion checks again, since a window may have been reopened.
 */
export const deleteExpiredWindows = statement({
  name: "delete_expired_windows",
  effect: "writes",
  returns: "only",
  row: () => z.object({ deleted: z.int(), last: z.string().nullable() }),
  sql: ({ bucket }: Placeholders<{ bucket: string }>) => sql`
    WITH seen AS MATERIALIZED (
      SELECT bucket, ctid AS place, ${isWindowOfAnyBucketOver} AS is_over FROM ${rateLimits}
      WHERE ${rateLimits.bucket} > ${bucket} ORDER BY ${rateLimits.bucket} ${batch}
    ),
    deleted AS (
      DELETE FROM ${rateLimits}
      WHERE ctid = ANY (ARRAY(SELECT place FROM seen WHERE is_over)) AND ${isWindowOfAnyBucketOver}
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT max(bucket) FROM seen) AS last`,
});
