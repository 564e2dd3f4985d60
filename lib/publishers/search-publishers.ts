import { findPublisherIds } from "../../db/queries/apps/publishers.ts";
import { type DiscoveredApp, discoverApps } from "../../db/queries/charts/discovery.ts";
import type { Platform } from "../domain/platform.ts";
import { callCosts } from "../domain/request-costs.ts";
import { presentFoundPublisher } from "../responses/publisher-response.ts";
import { callLive, type LiveDependencies, requireAvailableStore } from "../stores/live-call.ts";
import type { PublisherHit } from "../stores/records.ts";

type SearchPublishersInput = {
  readonly term: string;
  readonly platform: Platform;
  readonly countryCode: string;
};

const PUBLISHERS_FOUND_MAX = 25;

export async function searchPublishers(
  deps: LiveDependencies<"searchPublishers">,
  { term, platform, countryCode }: SearchPublishersInput,
) {
  await requireAvailableStore(deps, { platform, countryCode });

  const parameters = { term, country: countryCode, limit: PUBLISHERS_FOUND_MAX };
  const hits = await callLive(deps, {
    platform,
    operation: "searchPublishers",
    parameters,
    fetch: async (store) => {
      await store.pay(callCosts[platform].searchPublishers);
      return deps.connectors[platform].searchPublishers(parameters, store.context());
    },
  });
  await discoverApps(deps.db, {
    platform,
    source: "on_search",
    countryCode,
    at: deps.now(),
    apps: hits.flatMap(toDiscoveredApps),
  });

  const idByExternalId = await findPublisherIds(deps.db, {
    platform,
    externalIds: hits.map((hit) => hit.external_id),
  });
  return hits.flatMap((hit) => {
    const id = idByExternalId.get(hit.external_id);
    return id === undefined ? [] : [presentFoundPublisher({ id, platform, hit })];
  });
}

function toDiscoveredApps({ external_id, name, url, sample_apps }: PublisherHit): readonly DiscoveredApp[] {
  const publisher = { publisher_external_id: external_id, publisher_name: name, publisher_url: url };
  return sample_apps.map((app) => ({ ...app, ...publisher }));
}
