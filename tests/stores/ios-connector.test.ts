import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { createScraperConnector, DAY, describeScraperConnector, startStores } from "./scraper-world.ts";

describeScraperConnector("ios");

describe("the record that identity is read from", () => {
  let simulator: StoreSimulator;
  beforeAll(async () => {
    simulator = await startStores();
  });
  afterAll(() => simulator.stop());

  it("shows the metrics of its storefront without stars, by one request", async () => {
    const connector = createScraperConnector("ios", simulator);
    const context = { correlationId: "record", deadlineMs: 20_000 };
    const [app] = simulator.catalogue.apps("ios").filter((one) => one.on(DAY).isAvailable("de"));
    const { externalId } = app ?? expect.unreachable();

    const found = await connector.fetchIdentity({ externalId, country: "de" }, context);
    expect(simulator.requests.list()).toHaveLength(1);

    const [whole] = await connector.fetchMetrics({ externalId, countries: ["de"] }, context);
    const metrics = whole?.lookup.outcome === "found" ? whole.lookup.record : expect.unreachable();
    expect(found).toMatchObject({ outcome: "found", metrics: { ...metrics, stars: null } });
  });
});
