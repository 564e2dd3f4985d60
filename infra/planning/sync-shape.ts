import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { CHUNK_ITEMS } from "../../lib/domain/call-limits.ts";
import { chartCollections } from "../../lib/domain/chart.ts";
import { activeStorefronts, DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { itemCosts } from "../../lib/domain/request-costs.ts";
import { countRequests } from "../../lib/domain/store-hosts.ts";
import { type SyncPhase, syncPhases } from "../../lib/domain/sync-phase.ts";
import { evenChunks, nextBatch } from "../../lib/sync/item-loop.ts";
import type { RequestedItem, SyncItem } from "../../lib/sync/plan.ts";
import { planListings, planMetrics } from "../../lib/sync/plan.ts";

/** Items that are fetched at once and stored by one statement. */
export type Batch = {
  readonly items: number;
  /** Items of each call to the scraper. */
  readonly chunks: readonly number[];
  /** Requests to the store. */
  readonly requests: number;
  /** Tokens that they take of the store's budget. */
  readonly tokens: number;
};

/** The batches of a full sync, for an app that every storefront has. */
export type SyncShape = {
  readonly requestsPerItem: number;
  /** None of a phase that requests nothing of every app. */
  readonly batches: Readonly<Record<SyncPhase, readonly Batch[]>>;
};

export function syncShape(platform: Platform): SyncShape {
  const requestsPerItem = countRequests(itemCosts[platform]);
  const batch = (items: readonly RequestedItem[]): Batch => ({
    items: items.length,
    chunks: evenChunks(items, CHUNK_ITEMS).map((chunk) => chunk.length),
    requests: items.length * requestsPerItem,
    tokens: items.length * requestsPerItem,
  });
  return {
    requestsPerItem,
    batches: {
      identity: [{ items: 1, chunks: [1], requests: 1, tokens: 1 }],
      listings: batches(planListings(countries, platform)).map(batch),
      metrics: batches(planMetrics(countries, platform, DEFAULT_COUNTRY)).map(batch),
      finalize: [],
      reconciling: [],
    },
  };
}

export function batchesOf({ batches }: SyncShape): readonly Batch[] {
  return syncPhases.flatMap((phase) => batches[phase]);
}

/** Returns how many charts a platform has a day: every collection of every app category, in all or some storefronts. */
export function chartsPerDay(platform: Platform, dailyCountries: "active" | readonly string[]): number {
  const categories = storeCategories.filter((category) => category.platform === platform && category.type === "app");
  const storefronts = activeStorefronts(countries, platform).filter(
    ({ code }) => dailyCountries === "active" || dailyCountries.includes(code),
  );
  return storefronts.length * chartCollections.length * categories.length;
}

/** Returns the batches of the item loop, when every storefront has the app. */
function batches(items: readonly SyncItem[]): readonly (readonly RequestedItem[])[] {
  const pending = new Map(items.map((item) => [item, item.storefronts]));
  const requested = new Set<string>();
  const knowledge = { isUnavailable: () => false, wasRequested: (country: string) => requested.has(country) };
  const found: (readonly RequestedItem[])[] = [];
  while (pending.size > 0) {
    const batch = nextBatch(pending, knowledge);
    for (const { item, country } of batch) {
      pending.delete(item);
      requested.add(country);
    }
    found.push(batch);
  }
  return found;
}
