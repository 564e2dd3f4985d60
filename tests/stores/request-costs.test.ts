import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { createScraperConnector, DAY, startStores } from "./scraper-world.ts";

const context = { correlationId: "costs", deadlineMs: 30_000 };

describe.each(platforms)("the budgeted requests of %s", (platform) => {
  let simulator: StoreSimulator;
  let connector: StoreConnector;
  beforeAll(async () => {
    simulator = await startStores();
    connector = createScraperConnector(platform, simulator);
  });
  beforeEach(() => simulator.requests.clear());
  afterAll(() => simulator.stop());

  const { requestsPerCall, publisherAppsPerPage } = platformFacts[platform];
  const soldApp = () => {
    const app = simulator.catalogue
      .apps(platform)
      .find((one) => one.on(DAY).isInStore && one.on(DAY).isAvailable("us"));
    if (app === undefined) throw new Error("The store sells nothing.");
    return app;
  };
  const sent = () => simulator.requests.count();

  it("are those that a search of apps sends", async () => {
    await connector.searchApps({ term: soldApp().brand, country: "us", limit: 10 }, context);
    expect(sent()).toBeGreaterThan(0);
    expect(sent()).toBeLessThanOrEqual(requestsPerCall.searchApps);
  });

  it("are those that a search of publishers sends", async () => {
    await connector.searchPublishers({ term: soldApp().brand, country: "us", limit: 25 }, context);
    expect(sent()).toBeGreaterThan(0);
    expect(sent()).toBeLessThanOrEqual(requestsPerCall.searchPublishers);
  });

  it("are those that the apps of a publisher send, with the pages that follow", async () => {
    const { externalId } = soldApp().publisher;
    const lookup = await connector.fetchPublisherApps({ externalId, country: "us" }, context);
    const found = lookup.outcome === "found" ? lookup.record.length : 0;
    const further = Math.max(0, Math.ceil(found / publisherAppsPerPage) - 1);
    expect(found).toBeGreaterThan(0);
    expect(sent()).toBeLessThanOrEqual(requestsPerCall.fetchPublisherApps + further);
  });

  it("are those that identity and a chart send", async () => {
    await connector.fetchIdentity({ externalId: soldApp().externalId, country: "us" }, context);
    expect(sent()).toBe(requestsPerCall.fetchIdentity);
    simulator.requests.clear();
    await connector.fetchChart({ collection: "top_free", country: "us", categoryExternalId: null }, context);
    expect(sent()).toBe(requestsPerCall.fetchChart);
  });
});
