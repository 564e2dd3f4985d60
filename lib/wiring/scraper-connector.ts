import { type Platform, platformFacts } from "../domain/platform.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { requireRequest, requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import type { Transport } from "../stores/signed-transport.ts";
import type { RetryBudget } from "../stores/store-budget.ts";
import type { ConnectStore, Ports } from "./ports.ts";

type Scrapers = {
  readonly urls: Readonly<Partial<Record<Platform, string>>>;
  readonly transport: (platform: Platform) => Promise<Transport>;
  readonly stores: StoreSettings;
  /** The clock of requests, which is never shifted. */
  readonly requestClock: Clock;
};

export function connectDeployedScrapers(
  ports: Pick<Ports, "db" | "log" | "measure" | "random">,
  scrapers: { readonly urls: Readonly<Partial<Record<Platform, string>>>; readonly stores: StoreSettings },
): ConnectStore {
  const requestClock = systemClock();
  return connectScrapers(ports, { ...scrapers, transport: signedTransport, requestClock });
}

/** A signature is valid only near its real time, so it never uses the shifted clock of observations. */
async function signedTransport() {
  const { createSignedTransport, readAwsCredentials } = await import("../stores/signed-transport.ts");
  return createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now: systemClock(),
  });
}

/**
 * Returns the port to the scrapers. Connectors report responses, to adapt the rate. Loads while a request is admitted.
 */
export function connectScrapers(
  ports: Pick<Ports, "db" | "log" | "measure" | "random">,
  scrapers: Scrapers,
): ConnectStore {
  return (platform, retries) => {
    const baseUrl = scrapers.urls[platform];
    if (baseUrl === undefined) throw new Error(`No scraper is configured for ${platform}.`);
    const loading = loadConnector(ports, scrapers, { platform, baseUrl, retries });
    const { hasChartPages, hasStorefrontApps } = platformFacts[platform];
    return {
      platform,
      fetchIdentity: async (...input) => (await loading).fetchIdentity(...input),
      fetchListings: async (...input) => (await loading).fetchListings(...input),
      fetchMetrics: async (...input) => (await loading).fetchMetrics(...input),
      searchApps: async (...input) => (await loading).searchApps(...input),
      searchAppIds: hasStorefrontApps
        ? async (...input) => requireRequest(platform, (await loading).searchAppIds)(...input)
        : undefined,
      fetchChart: async (...input) => (await loading).fetchChart(...input),
      fetchChartPage: hasChartPages
        ? async (...input) => requireRequest(platform, (await loading).fetchChartPage)(...input)
        : undefined,
      fetchPublisherApps: async (...input) => (await loading).fetchPublisherApps(...input),
      searchPublishers: async (...input) => (await loading).searchPublishers(...input),
      suggestTerms: async (...input) => (await loading).suggestTerms(...input),
      searchRanks: async (...input) => (await loading).searchRanks(...input),
      fetchStorefrontApps: hasStorefrontApps
        ? async (...input) => requireStorefrontApps(await loading)(...input)
        : undefined,
      fetchPages: hasStorefrontApps
        ? async (...input) => requireRequest(platform, (await loading).fetchPages)(...input)
        : undefined,
      fetchStars: hasStorefrontApps
        ? async (...input) => requireRequest(platform, (await loading).fetchStars)(...input)
        : undefined,
    };
  };
}

async function loadConnector(
  ports: Pick<Ports, "db" | "log" | "measure" | "random">,
  { transport, stores, requestClock: now }: Scrapers,
  { platform, baseUrl, retries }: { platform: Platform; baseUrl: string; retries: RetryBudget },
): Promise<StoreConnector> {
  const [{ createConnector }, { createResponseReporter }, send] = await Promise.all([
    import("../stores/create-connector.ts"),
    import("../stores/response-reporter.ts"),
    transport(platform),
  ]);
  const report = createResponseReporter({ ...ports, now }, { platform, stores });
  const { log: logger, random } = ports;
  return createConnector({ platform, baseUrl, transport: send, random, budget: retries, report, logger, now });
}
