import type { SearchStoreAppsDependencies } from "../apps/search-store-apps.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { parseEnvironment, storeEndpointEnvironment } from "./environment.ts";
import { once } from "./once.ts";
import { createScraperConnector } from "./scraper-connector.ts";

/** What endpoints that ask a store while the client waits need besides. */
export const storeDependencies = once((): EndpointDependencies & SearchStoreAppsDependencies => {
  const environment = parseEnvironment(storeEndpointEnvironment);
  const shared = buildEndpointDependencies(environment);
  const { log } = shared;
  return {
    ...shared,
    connectors: {
      ios: createScraperConnector({ platform: "ios", baseUrl: environment.SCRAPER_IOS_URL, log }),
      android: createScraperConnector({ platform: "android", baseUrl: environment.SCRAPER_ANDROID_URL, log }),
    },
  };
});
