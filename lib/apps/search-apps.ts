import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { discoverApps } from "../../db/queries/discovery.ts";
import type { Platform } from "../domain/platform.ts";
import { presentSearchResult } from "../responses/app-response.ts";
import { toDiscoveredApp } from "../stores/discovered-app.ts";
import { callLive, type LiveDependencies, requireOpenStore } from "../stores/live-call.ts";

type SearchAppsInput = {
  readonly userId: number;
  readonly term: string;
  readonly platform: Platform;
  readonly countryCode: string;
  readonly excludedIds: readonly string[];
};

export const SEARCH_RESULTS_MAX = 10;

/** Searches a store for apps, stores those that are new, and returns them in the store's order. */
export async function searchApps(deps: LiveDependencies<"searchApps">, input: SearchAppsInput) {
  const { platform, countryCode, term, userId } = input;
  await requireOpenStore(deps, { platform, countryCode });

  const parameters = { term, country: countryCode, limit: SEARCH_RESULTS_MAX };
  const hits = await callLive(deps, {
    platform,
    operation: "searchApps",
    parameters,
    userId,
    fetch: (context) => deps.connectors[platform].searchApps(parameters, context),
  });
  const found = hits.slice(0, SEARCH_RESULTS_MAX);
  const apps = found.map(toDiscoveredApp);
  const idByExternalId = await discoverApps(deps.db, {
    platform,
    source: "on_search",
    countryCode,
    at: deps.now(),
    apps,
  });

  const summaries = await findAppSummaries(deps.db, { userId, appIds: [...idByExternalId.values()] });
  const appByExternalId = new Map(summaries.map((app) => [app.externalId, app]));
  const storeOrder = new Set(found.map((hit) => hit.externalId));
  return [...storeOrder].flatMap((externalId) => {
    const app = appByExternalId.get(externalId);
    return app === undefined || input.excludedIds.includes(externalId) ? [] : [presentSearchResult(app)];
  });
}
