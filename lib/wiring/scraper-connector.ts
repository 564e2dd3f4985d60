import type { Db } from "../../db/client.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Measure } from "../runtime/telemetry.ts";
import { requireRequest, requireStorefrontApps, type StoreConnector } from "../stores/connector.ts";
import type { RetryBudget } from "../stores/store-budget.ts";
import type { ConnectorLogger } from "../stores/store-call.ts";

type ScraperAddress = {
  readonly platform: Platform;
  readonly baseUrl: string;
  /** Pays for quick retries. */
  readonly budget: RetryBudget;
  /** Where to report how the store responds. */
  readonly reports: { readonly db: Db; readonly measure: Measure; readonly stores: StoreSettings };
  readonly log: ConnectorLogger;
};

/** A connector that signs calls with the function's own credentials. Its code loads while a request is admitted. */
export function createScraperConnector(address: ScraperAddress): StoreConnector {
  const loading = loadConnector(address);
  const { platform } = address;
  const { hasStorefrontApps } = platformFacts[platform];
  return {
    platform,
    fetchIdentity: async (...input) => (await loading).fetchIdentity(...input),
    fetchListings: async (...input) => (await loading).fetchListings(...input),
    fetchMetrics: async (...input) => (await loading).fetchMetrics(...input),
    searchApps: async (...input) => (await loading).searchApps(...input),
    fetchChart: async (...input) => (await loading).fetchChart(...input),
    fetchPublisherApps: async (...input) => (await loading).fetchPublisherApps(...input),
    searchPublishers: async (...input) => (await loading).searchPublishers(...input),
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
}

async function loadConnector({ platform, baseUrl, budget, reports, log }: ScraperAddress): Promise<StoreConnector> {
  const [{ createConnector }, { createSignedTransport, readAwsCredentials }, { createResponseReporter }] =
    await Promise.all([
      import("../stores/create-connector.ts"),
      import("../stores/signed-transport.ts"),
      import("../stores/response-reporter.ts"),
    ]);
  // Never the shifted clock of observations: a signature is only valid near its real time.
  const now = systemClock();
  const transport = createSignedTransport({
    credentials: () => readAwsCredentials(process.env),
    region: process.env.AWS_REGION ?? "us-east-1",
    fetch,
    now,
  });
  const report = createResponseReporter({ ...reports, log, now }, { platform, stores: reports.stores });
  return createConnector({ platform, baseUrl, transport, random: Math.random, budget, report, logger: log, now });
}
