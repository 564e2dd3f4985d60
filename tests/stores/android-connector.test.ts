import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createScraperConnector, DAY, describeScraperConnector, startStores } from "./scraper-world.ts";

describeScraperConnector("android");

describe("the page that identity is read from", () => {
  let simulator: StoreSimulator;
  beforeAll(async () => {
    simulator = await startStores();
  });
  afterAll(() => simulator.stop());

  it("shows the listing and the metrics that requests of their own return, by one request", async () => {
    const connector = createScraperConnector("android", simulator);
    const context = { correlationId: "page", deadlineMs: 20_000 };
    const [app] = simulator.catalogue.apps("android").filter((one) => one.on(DAY).isAvailable("us"));
    const { externalId } = app ?? expect.unreachable();
    const target = { country: "us", locale: "en-US" } as const;

    const found = await connector.fetchIdentity({ externalId, country: "us", pageLocale: target.locale }, context);
    expect(simulator.requests.list()).toHaveLength(1);

    const identity = await connector.fetchIdentity({ externalId, country: "us" }, context);
    const [listing] = await connector.fetchListings({ externalId, targets: [target] }, context);
    const [metrics] = await connector.fetchMetrics({ externalId, countries: ["us"] }, context);
    const recordOf = (lookup: { readonly outcome: string; readonly record?: unknown } | undefined) => lookup?.record;
    expect(found).toEqual({
      ...identity,
      listing: recordOf(listing?.lookup),
      metrics: recordOf(metrics?.lookup),
    });
  });
});
