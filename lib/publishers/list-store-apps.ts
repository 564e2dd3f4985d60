import type * as z from "zod";

import { type DiscoveredApp, discoverApps } from "../../db/queries/discovery.ts";
import { findListedApps, type PublisherRow, type StorePublisher } from "../../db/queries/publishers.ts";
import { toDiscoveredApp } from "../apps/discovered-app.ts";
import { type LiveDependencies, liveCall } from "../stores/live-call.ts";
import type { PublisherApp } from "../stores/records.ts";
import { requireOpenStore } from "../stores/require-open-store.ts";
import { getKnownPublisher } from "./known-publisher.ts";
import type { storeAppAnswer } from "./publisher-answer.ts";

type ListStoreAppsInput = {
  readonly publisher: StorePublisher;
  readonly countryCode: string;
  readonly userId: number;
  readonly correlationId: string;
};

/** Asks a store for every app of a publisher, makes them known, and answers them in the store's order. */
export async function listStoreApps(deps: LiveDependencies<"fetchPublisherApps">, input: ListStoreAppsInput) {
  const { publisher, countryCode, userId, correlationId } = input;
  await requireOpenStore(deps, { platform: publisher.platform, countryCode });
  const known = await getKnownPublisher(deps, publisher);

  const lookup = await deps.connectors[known.platform].fetchPublisherApps(
    { externalId: known.externalId, country: countryCode },
    liveCall(correlationId),
  );
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

/** The app under the publisher that was asked for, whose name follows the store. */
function ofPublisher({ externalId, name }: PublisherRow, app: PublisherApp): DiscoveredApp {
  const shown = app.publisher?.externalId === externalId ? app.publisher.name : name;
  return { ...toDiscoveredApp(app), publisher: { externalId, name: shown, url: null } };
}

type ListedApp = Awaited<ReturnType<typeof findListedApps>>[number];

function presentStoreApp(app: PublisherApp, row: ListedApp): z.input<typeof storeAppAnswer> {
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
