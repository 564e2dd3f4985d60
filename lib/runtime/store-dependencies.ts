import type { Platform } from "../domain/platform.ts";
import type { StoreConnector } from "../stores/connector.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { storeEndpointEnvironment } from "./endpoint-environment.ts";
import { parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";
import { createScraperConnector } from "./scraper-connector.ts";

/** What endpoints that ask a store while the client waits work with. */
export type StoreDependencies = EndpointDependencies & {
  readonly connectors: Readonly<Record<Platform, StoreConnector>>;
};

export const storeDependencies = once((): StoreDependencies => {
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
