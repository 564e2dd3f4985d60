import { type SQL, sql } from "drizzle-orm";

import { DELIVERY_DAYS } from "../../../lib/domain/webhook.ts";
import { chartFetches, trendingCharts } from "../../schema/charts.ts";
import { feeds } from "../../schema/feeds.ts";
import { keywordFetches, keywordResults, trackedKeywords, trackedTerms } from "../../schema/keywords.ts";
import { storeSearches, storeSuggestions } from "../../schema/stores.ts";
import { sweepBatches, sweepShards } from "../../schema/sweeps.ts";
import { syncFailedItems } from "../../schema/syncs.ts";
import { webhookDeliveries } from "../../schema/webhooks.ts";
import type { Placeholders } from "../../statement.ts";
import { keptAfterDeletion } from "../accounts/feed-admission.ts";
import { isTooOld } from "../budgets/store-searches.ts";
import { isTooOldSuggestion } from "../budgets/store-suggestions.ts";
import { deletion } from "./deletion.ts";

const keptDeliveries = sql`make_interval(days => ${DELIVERY_DAYS})`.inlineParams();

type Before = Placeholders<{ before: string }>;

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
