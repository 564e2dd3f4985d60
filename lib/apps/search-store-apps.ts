import type { Db } from "../../db/client.ts";
import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { countryExists } from "../../db/queries/countries.ts";
import { type DiscoveredApp, discoverApps } from "../../db/queries/discovery.ts";
import type { Platform } from "../domain/platform.ts";
import { invalidInput } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoreConnector } from "../stores/connector.ts";
import type { SearchHit } from "../stores/records.ts";
import { presentSearchResult } from "./present-app.ts";

export type SearchStoreAppsDependencies = {
  readonly db: Db;
  readonly connectors: Readonly<Record<Platform, Pick<StoreConnector, "searchApps">>>;
  readonly now: Clock;
};

type SearchStoreAppsInput = {
  readonly userId: number;
  readonly term: string;
  readonly platform: Platform;
  readonly countryCode: string;
  readonly excludedIds: readonly string[];
  readonly correlationId: string;
};

export const SEARCH_RESULTS_MAX = 10;

/** Ends before the gateway gives up, so that the client learns which store did not answer. */
const STORE_DEADLINE_MS = 20_000;

/** Asks a store for apps, makes them known, and answers them in the store's order. */
export async function searchStoreApps(deps: SearchStoreAppsDependencies, input: SearchStoreAppsInput) {
  const { platform, countryCode, term, userId, correlationId } = input;
  if (!(await countryExists(deps.db, countryCode))) {
    throw invalidInput({ country_code: ["The selected country code is invalid."] });
  }

  const hits = await deps.connectors[platform].searchApps(
    { term, country: countryCode, limit: SEARCH_RESULTS_MAX },
    { correlationId, deadlineMs: STORE_DEADLINE_MS },
  );
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

function toDiscoveredApp(hit: SearchHit): DiscoveredApp {
  const { publisher } = hit;
  return {
    externalId: hit.externalId,
    name: hit.name,
    iconUrl: hit.iconUrl,
    isFree: hit.isFree,
    publisher:
      publisher === null || publisher.externalId === null
        ? null
        : { externalId: publisher.externalId, name: publisher.name },
    categoryExternalId: hit.category.externalId,
  };
}
