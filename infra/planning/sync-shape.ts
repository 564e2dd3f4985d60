import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { BATCH_ITEMS_MAX, CHUNK_ITEMS } from "../../lib/domain/call-limits.ts";
import { type ChartFetches, chartFetchesOf, type PlannedCharts } from "../../lib/domain/chart-fetches.ts";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callCosts, chartPageCosts, itemCosts, partCosts } from "../../lib/domain/request-costs.ts";
import { countRequests, type RequestCosts, timesCosts } from "../../lib/domain/store-hosts.ts";
import { type ItemPhase, type SyncPhase, syncPhases } from "../../lib/domain/sync-phase.ts";
import { evenChunks } from "../../lib/sync/even-chunks.ts";
import { nextBatch } from "../../lib/sync/next-batch.ts";
import {
  identityPageLocale,
  itemsOnPage,
  planListings,
  planMetrics,
  type RequestedItem,
  type SyncItem,
} from "../../lib/sync/plan.ts";

export type Batch = {
  readonly items: number;
  readonly chunks: readonly number[];
  readonly requests: number;
  readonly costs: RequestCosts;
};

export function batchOf(items: number, costsOfEach: RequestCosts): Batch {
  const costs = timesCosts(costsOfEach, items);
  const chunks = evenChunks(Array.from({ length: items }), CHUNK_ITEMS).map((chunk) => chunk.length);
  return { items, chunks, requests: countRequests(costs), costs };
}

export type SyncShape = {
  readonly batches: Readonly<Record<SyncPhase, readonly Batch[]>>;
};

type Circumstances = {
  /** True if a sweep reads the metrics. The sync then reads only the own storefront's. */
  readonly sharesSweep?: boolean;
  /** True if a sweep has read the texts of the app's version, so that listings cost a page each. */
  readonly knowsTexts?: boolean;
  /** The maximum of items that a run requests and stores together. The default is for a store without a limit. */
  readonly batchItemsMax?: number;
};

export function syncShape(platform: Platform, circumstances: Circumstances = {}): SyncShape {
  const { batchItemsMax = BATCH_ITEMS_MAX, knowsTexts = false, sharesSweep = false } = circumstances;
  const storefront = { platform, country: DEFAULT_COUNTRY };
  const locale = identityPageLocale(countries, storefront);
  const onPage = locale === undefined ? [] : itemsOnPage(countries, storefront, locale);
  const isLeft = (of: ItemPhase) => (item: SyncItem) =>
    !onPage.some(({ phase, key }) => phase === of && key === item.key);
  const listings = planListings(countries, platform).filter(isLeft("listings"));
  const measured = planMetrics(countries, platform, DEFAULT_COUNTRY).filter(isLeft("metrics"));
  const batch = (items: readonly RequestedItem[]) => batchOf(items.length, itemCosts[platform]);
  const listingCosts = knowsTexts ? partCosts.page : itemCosts[platform];
  return {
    batches: {
      identity: [batchOf(1, callCosts[platform].fetchIdentity)],
      listings: batches(listings, batchItemsMax).map(({ length }) => batchOf(length, listingCosts)),
      metrics: batches(sharesSweep ? measured.slice(0, 1) : measured, batchItemsMax).map(batch),
      finalize: [],
      reconciling: [],
    },
  };
}

export function batchesOf({ batches }: SyncShape): readonly Batch[] {
  return syncPhases.flatMap((phase) => batches[phase]);
}

export function chartFetchesPerDay(platform: Platform, planned: PlannedCharts): ChartFetches {
  return chartFetchesOf(platform, planned, { countries, categories: storeCategories });
}

/** Pages and feeds alternate, as they are planned. */
export function chartFetchCosts(platform: Platform, hasPages: boolean, index: number): RequestCosts {
  return hasPages && index % 2 === 0 ? chartPageCosts : callCosts[platform].fetchChart;
}

function batches(items: readonly SyncItem[], batchItemsMax: number): readonly (readonly RequestedItem[])[] {
  const pending = new Map(items.map((item) => [item, item.storefronts]));
  const requested = new Set<string>();
  const knowledge = { isUnavailable: () => false, wasRequested: (country: string) => requested.has(country) };
  const found: (readonly RequestedItem[])[] = [];
  while (pending.size > 0) {
    const batch = nextBatch(pending, knowledge, { batchItemsMax });
    for (const { item, country } of batch) {
      pending.delete(item);
      requested.add(country);
    }
    found.push(batch);
  }
  return found;
}
