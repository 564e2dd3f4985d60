import { createHash } from "node:crypto";

import { findAppSummaries } from "../../db/queries/apps/app-summaries.ts";
import {
  findStoreSearch,
  removeMissingHits,
  type SharedSearch,
  saveStoreSearch,
} from "../../db/queries/budgets/store-searches.ts";
import type { DiscoveredApp } from "../../db/queries/charts/discovery.ts";
import type { Platform } from "../domain/platform.ts";
import { searchCosts, storefrontAppsCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import { type FetchStorefrontApps, requireRequest } from "../stores/connector.ts";
import { callLive, type LiveDependencies, requireAvailableStore } from "../stores/live-call.ts";
import type { LiveStore } from "../stores/live-store.ts";
import { UpstreamError } from "../stores/store-errors.ts";

type StoreSearch = { readonly platform: Platform; readonly countryCode: string; readonly term: string };

type SearchAppsInput = StoreSearch & { readonly userId: number; readonly excludedIds: readonly string[] };

type SearchDependencies = LiveDependencies<"searchApps" | "searchAppIds" | "fetchStorefrontApps">;

export const SEARCH_RESULTS_MAX = 10;

/** Searches a store, or returns the same search's results of the last minutes, in the store's order. */
export async function searchApps(deps: SearchDependencies, input: SearchAppsInput) {
  const { platform, countryCode, userId, excludedIds } = input;
  await requireAvailableStore(deps, { platform, countryCode });

  const shared = await findSearch(deps, input);
  const { found, searched_at } = isComplete(shared) ? shared : await searchLive(deps, input);
  const appIds = found.flatMap(({ app_id }) => app_id ?? []);
  const summaries = await findAppSummaries(deps.db, { userId, appIds });
  const appById = new Map(summaries.map((app) => [app.id, app]));
  const apps = appIds.flatMap((appId) => {
    const app = appById.get(appId);
    if (app === undefined || excludedIds.includes(app.external_id)) return [];
    return [{ ...app, publisher_name: app.publisher?.name ?? null }];
  });
  return { apps, meta: { searched_at } };
}

function findSearch({ db }: SearchDependencies, search: StoreSearch): Promise<SharedSearch | undefined> {
  return findStoreSearch(db, { key: searchKey(search), platform: search.platform });
}

/** The scrapers search both stores in English. */
const LANGUAGE = "en";

function searchKey({ platform, countryCode, term }: StoreSearch): Uint8Array {
  const normalised = term.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256")
    .update(JSON.stringify([platform, countryCode, LANGUAGE, normalised]))
    .digest();
}

function isComplete(search: SharedSearch | undefined): search is SharedSearch {
  return search?.found.every(({ app_id }) => app_id !== null) ?? false;
}

async function searchLive(deps: SearchDependencies, input: StoreSearch): Promise<SharedSearch> {
  const { platform } = input;
  await callLive(deps, {
    platform,
    operation: "searchApps",
    parameters: { key: Buffer.from(searchKey(input)).toString("hex") },
    fetch: async (store) => {
      // Another call may have ended just before this one began.
      if (!isComplete(await findSearch(deps, input))) await searchStore(deps, store, input);
      return null;
    },
  });
  const search = await findSearch(deps, input);
  if (search === undefined) throw new TypeError("The search was not stored.");
  return search;
}

async function searchStore(deps: SearchDependencies, store: LiveStore, search: StoreSearch): Promise<void> {
  const { platform } = search;
  const { fetchStorefrontApps, searchAppIds, searchApps: searchRecords } = deps.connectors[platform];
  if (searchAppIds === undefined) {
    await store.pay(searchCosts[platform].first);
    const hits = await searchRecords(requestOf(search), store.context());
    if (hits.length < SEARCH_RESULTS_MAX) await store.takeOnCredit(searchCosts[platform].rest);
    await discover(deps, search, hits);
    await save(
      deps,
      search,
      hits.map(({ external_id }) => external_id),
    );
    return;
  }

  // An earlier request may have stored the ids without finding a token for the lookup.
  if ((await findSearch(deps, search)) === undefined) {
    await store.pay(searchCosts[platform].first);
    await save(deps, search, await searchAppIds(requestOf(search), store.context()));
  }
  const { found = [] } = (await findSearch(deps, search)) ?? {};
  const unknown = found.flatMap(({ app_id, external_id }) => (app_id === null ? [external_id] : []));
  if (unknown.length > 0) {
    const lookUp = requireRequest(platform, fetchStorefrontApps);
    await lookUpUnknown({ ...deps, lookUp }, store, { search, unknown });
  }
}

async function lookUpUnknown(
  deps: SearchDependencies & { readonly lookUp: FetchStorefrontApps },
  store: LiveStore,
  { search, unknown }: { readonly search: StoreSearch; readonly unknown: readonly string[] },
): Promise<void> {
  const { platform, countryCode: country } = search;
  await store.pay(searchCosts[platform].rest);
  const request = { country, externalIds: unknown, language: null, fields: "all" } as const;
  const { apps, requestsMade } = await deps.lookUp(request, store.context());
  await store.takeOnCredit(timesCosts(storefrontAppsCosts, requestsMade - 1));

  const identities = apps.flatMap(({ lookup }) => (lookup.outcome === "found" ? (lookup.record.identity ?? []) : []));
  await discover(deps, search, identities);
  const missing = apps.filter(({ lookup }) => lookup.outcome === "missing").map(({ externalId }) => externalId);
  if (missing.length > 0) {
    await removeMissingHits(deps.db, { key: searchKey(search), missingIds: JSON.stringify(missing) });
  }
  for (const { lookup } of apps) {
    if (lookup.outcome === "failed")
      throw new UpstreamError({ platform, operation: "fetchStorefrontApps", failure: lookup.failure });
  }
}

function requestOf({ term, countryCode: country }: StoreSearch) {
  return { term, country, limit: SEARCH_RESULTS_MAX };
}

async function discover(
  { db, now }: SearchDependencies,
  { platform, countryCode }: StoreSearch,
  apps: readonly DiscoveredApp[],
): Promise<void> {
  // Loaded late, because a repeated search stores nothing.
  const { discoverApps } = await import("../../db/queries/charts/discovery.ts");
  await discoverApps(db, { platform, source: "on_search", countryCode, at: now(), apps });
}

async function save({ db }: SearchDependencies, search: StoreSearch, externalIds: readonly string[]): Promise<void> {
  const distinct = [...new Set(externalIds)].slice(0, SEARCH_RESULTS_MAX);
  await saveStoreSearch(db, { key: searchKey(search), externalIds: JSON.stringify(distinct) });
}
