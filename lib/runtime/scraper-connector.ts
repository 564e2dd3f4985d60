import type { StoreConnector } from "../stores/connector.ts";
import type { ScraperAddress } from "./signed-connector.ts";

/** A connector as a deployed function uses it, in a chunk of its own that loads while a request is admitted. */
export function createScraperConnector(address: ScraperAddress): StoreConnector {
  const loading = import("./signed-connector.ts").then(({ createSignedConnector }) => createSignedConnector(address));
  return {
    platform: address.platform,
    fetchIdentity: async (...asked) => (await loading).fetchIdentity(...asked),
    fetchListings: async (...asked) => (await loading).fetchListings(...asked),
    fetchMetrics: async (...asked) => (await loading).fetchMetrics(...asked),
    searchApps: async (...asked) => (await loading).searchApps(...asked),
    fetchChart: async (...asked) => (await loading).fetchChart(...asked),
    fetchPublisherApps: async (...asked) => (await loading).fetchPublisherApps(...asked),
    searchPublishers: async (...asked) => (await loading).searchPublishers(...asked),
  };
}
