import type * as z from "zod";

import { type DiscoveredApp, discoverApps } from "../../db/queries/discovery.ts";
import { findListedApps, type PublisherRow, type StorePublisher } from "../../db/queries/publishers.ts";
import { toDiscoveredApp } from "../apps/discovered-app.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { callLive, type LiveDependencies, requireOpenStore } from "../stores/live-call.ts";
import type { Lookup, PublisherApp } from "../stores/records.ts";
import { getKnownPublisher } from "./known-publisher.ts";
import type { storeAppResponse } from "./publisher-response.ts";

type ListStoreAppsInput = {
  readonly publisher: StorePublisher;
  readonly countryCode: string;
  readonly userId: number;
  readonly correlationId: string;
};

/** Fetches every app of a publisher from its store, stores them, and returns them in the store's order. */
export async function listStoreApps(deps: LiveDependencies<"fetchPublisherApps">, input: ListStoreAppsInput) {
  const { publisher, countryCode, userId, correlationId } = input;
  await requireOpenStore(deps, { platform: publisher.platform, countryCode });
  const known = await getKnownPublisher(deps, publisher);

  const { platform, externalId } = known;
  const parameters = { externalId, country: countryCode };
  const lookup = await callLive(deps, {
    platform,
    operation: "fetchPublisherApps",
    parameters,
    userId,
    correlationId,
    fetch: (context) => deps.connectors[platform].fetchPublisherApps(parameters, context),
    furtherRequests: (result) => furtherPages(platform, result),
  });
  const apps = lookup.outcome === "found" ? lookup.record : [];
  const idByExternalId = await discoverApps(deps.db, {
    platform: known.platform,
    source: "on_publisher_apps",
    countryCode,
    at: deps.now(),
    apps: apps.map((app) => ofPublisher(known, app)),
  });

  const rows = await findListedApps(deps.db, { userId, appIds: [...idByExternalId.values()] });
  const rowByExternalId = new Map(rows.map((row) => [row.externalId, row]));
  const data = apps.flatMap((app) => {
    const row = rowByExternalId.get(app.externalId);
    return row === undefined ? [] : [presentStoreApp(app, row)];
  });
  return { data, meta: { country_code: countryCode, is_available: lookup.outcome === "found" } };
}

/** Pages after the first two, which are paid for before they are known to be there. */
function furtherPages(platform: Platform, lookup: Lookup<readonly PublisherApp[]>): number {
  if (lookup.outcome !== "found") return 0;
  const pages = Math.ceil(lookup.record.length / platformFacts[platform].publisherAppsPerPage);
  return Math.max(0, pages - 1);
}

/** The app under the publisher that was asked for, whose name follows the store. */
function ofPublisher({ externalId, name }: PublisherRow, app: PublisherApp): DiscoveredApp {
  const shown = app.publisher?.externalId === externalId ? app.publisher.name : name;
  return { ...toDiscoveredApp(app), publisher: { externalId, name: shown, url: null } };
}

type ListedApp = Awaited<ReturnType<typeof findListedApps>>[number];

function presentStoreApp(app: PublisherApp, row: ListedApp): z.input<typeof storeAppResponse> {
  return {
    id: row.id,
    external_id: app.externalId,
    name: app.name,
    icon_url: app.iconUrl,
    rating: app.rating,
    rating_count: app.ratingCount,
    is_free: app.isFree,
    category: row.category ?? app.category.name,
    is_tracked: row.isTracked,
  };
}
