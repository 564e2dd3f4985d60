import { findListedApps, type StorePublisher } from "../../db/queries/apps/publishers.ts";
import { discoverApps } from "../../db/queries/charts/discovery.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { callCosts, publisherPageCosts } from "../domain/request-costs.ts";
import { timesCosts } from "../domain/store-hosts.ts";
import { callLive, type LiveDependencies, requireAvailableStore } from "../stores/live-call.ts";
import type { Lookup, PublisherApp } from "../stores/records.ts";
import { appOfPublisher } from "./discovered-app.ts";
import { getKnownPublisher } from "./known-publisher.ts";
import { presentStoreApp } from "./store-app-response.ts";

type ListPublisherStoreAppsInput = {
  readonly publisher: StorePublisher;
  readonly countryCode: string;
  readonly userId: number;
};

/** Fetches every app of a publisher from the store, saves the new ones, and returns all in the store's order. */
export async function listPublisherStoreApps(
  deps: LiveDependencies<"fetchPublisherApps">,
  input: ListPublisherStoreAppsInput,
) {
  const { publisher, countryCode, userId } = input;
  await requireAvailableStore(deps, { platform: publisher.platform, countryCode });
  const known = await getKnownPublisher(deps, publisher);

  const { platform, external_id: externalId } = known;
  const parameters = { externalId, country: countryCode };
  const lookup = await callLive(deps, {
    platform,
    operation: "fetchPublisherApps",
    parameters,
    fetch: async (store) => {
      await store.pay(callCosts[platform].fetchPublisherApps);
      const listed = await deps.connectors[platform].fetchPublisherApps(parameters, store.context());
      await store.takeOnCredit(timesCosts(publisherPageCosts, furtherPages(platform, listed)));
      return listed;
    },
  });
  const found = lookup.outcome === "found" ? lookup.record : [];
  const idByExternalId = await discoverApps(deps.db, {
    platform: known.platform,
    source: "on_publisher_apps",
    countryCode,
    at: deps.now(),
    apps: found.map((app) => appOfPublisher(known, app)),
  });

  const rows = await findListedApps(deps.db, { userId, appIds: [...idByExternalId.values()] });
  const rowByExternalId = new Map(rows.map((row) => [row.external_id, row]));
  const apps = found.flatMap((app) => {
    const row = rowByExternalId.get(app.external_id);
    return row === undefined ? [] : [presentStoreApp(app, row)];
  });
  return { apps, meta: { country_code: countryCode, is_available: lookup.outcome === "found" } };
}

function furtherPages(platform: Platform, lookup: Lookup<readonly PublisherApp[]>): number {
  if (lookup.outcome !== "found") return 0;
  const pages = Math.ceil(lookup.record.length / platformFacts[platform].publisherAppsPerPage);
  return Math.max(0, pages - 1);
}
