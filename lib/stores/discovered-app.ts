import type { DiscoveredApp } from "../../db/queries/charts/discovery.ts";
import type { SearchHit } from "./records.ts";

/** Returns an app of a store's list for discovery. A publisher without an id is dropped: it cannot be identified. */
export function toDiscoveredApp(hit: SearchHit): DiscoveredApp {
  const { publisher } = hit;
  return {
    externalId: hit.externalId,
    name: hit.name,
    iconUrl: hit.iconUrl,
    isFree: hit.isFree,
    publisher:
      publisher === null || publisher.externalId === null
        ? null
        : { externalId: publisher.externalId, name: publisher.name, url: null },
    categoryExternalId: hit.category.externalId,
  };
}
