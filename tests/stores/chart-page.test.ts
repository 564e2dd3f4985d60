import { describe, expect, it } from "vitest";

import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { type ChartPageRequest, requireRequest } from "../../lib/stores/connector.ts";
import type { RetryBudget } from "../../lib/stores/store-budget.ts";
import { ScraperContractError } from "../../lib/stores/store-errors.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

const context = { correlationId: "c-1", deadlineMs: 20_000 };
const invalid = { failure: { reason: "invalid_response", status: 200, retryAfterSeconds: null } };

const chart = {
  collection: "top_free",
  category: "6007",
  window: 200,
  entries: [
    { rank: 1, app_id: "1001", name: "Paper\u0000 Kite", icon_url: "https://images.example/1.png" },
    { rank: 2, app_id: "1002", name: null, icon_url: null },
  ],
};
const body = (changes: object = {}): StubResponse => ({
  status: 200,
  body: {
    country: "us",
    category: "6007",
    charts: [chart],
    missing: [{ collection: "top_paid", category: "6007" }],
    ...changes,
  },
});

describe("a request for a page of charts", () => {
  const stub = useStubScraper();
  const fetchPage = (request: Partial<ChartPageRequest> = {}, budget?: RetryBudget) => {
    const { fetchChartPage } = stub.connector("ios", undefined, budget);
    return requireRequest("ios", fetchChartPage)({ country: "us", categoryExternalId: "6007", ...request }, context);
  };

  it("is sent as country and category, and for all categories without a category", async () => {
    stub.reply(body());
    await fetchPage();
    expect(stub.targets).toEqual(["/charts/pages?country=us&category=6007"]);

    stub.reply(body({ category: null, charts: [{ ...chart, category: null }], missing: [] }));
    await fetchPage({ categoryExternalId: null });
    expect(stub.targets).toEqual(["/charts/pages?country=us"]);
  });

  it("returns the charts in the form of other records, cleaned", async () => {
    stub.reply(body());

    expect(await fetchPage()).toEqual({
      charts: [
        {
          collection: "top_free",
          category_external_id: "6007",
          window: 200,
          entries: [
            { rank: 1, external_id: "1001", name: "Paper Kite", icon_url: "https://images.example/1.png" },
            { rank: 2, external_id: "1002", name: null, icon_url: null },
          ],
        },
      ],
      missing: [{ collection: "top_paid", category_external_id: "6007" }],
    });
  });

  it.each([
    ["a name of nothing but NUL", { name: "\u0000" }],
    ["an icon that is no address", { icon_url: "javascript:alert(1)" }],
  ])("returns %s as null", async (_title, changes) => {
    stub.reply(body({ charts: [{ ...chart, entries: [{ ...chart.entries[1], rank: 1, ...changes }] }] }));

    const { charts } = await fetchPage();

    expect(charts[0]?.entries).toEqual([{ rank: 1, external_id: "1002", name: null, icon_url: null }]);
  });

  it.each([
    ["of another storefront", { country: "de" }],
    ["of another category", { category: "6015", charts: [{ ...chart, category: "6015" }], missing: [] }],
    ["with a chart of another category", { charts: [{ ...chart, category: null }] }],
    ["with the chart by revenue", { charts: [{ ...chart, collection: "top_grossing" }] }],
    ["without charts", { charts: [] }],
    ["with an entry without an id", { charts: [{ ...chart, entries: [{ ...chart.entries[0], app_id: "" }] }] }],
    ["without a window", { charts: [{ ...chart, window: undefined }] }],
  ])("fails for a page %s", async (_title, changes) => {
    stub.reply(body(changes));

    await expect(fetchPage()).rejects.toMatchObject(invalid);
  });

  it("fails where the scraper says that there is no such page", async () => {
    stub.reply({ status: 404, body: { error: "not in the store", statusCode: 404 } });

    await expect(fetchPage()).rejects.toMatchObject({ failure: { reason: "invalid_response", status: 404 } });
  });

  it("makes no quick retry", async () => {
    const taken: RequestCosts[] = [];
    const budget: RetryBudget = async (costs) => {
      taken.push(costs);
      return 0;
    };
    stub.reply({ status: 500, body: { error: "failed", statusCode: 500, reason: "http_5xx" } }, body());

    await expect(fetchPage({}, budget)).rejects.toMatchObject({ failure: { reason: "http_5xx" } });
    expect([stub.targets.length, taken]).toEqual([1, []]);
  });

  it("throws a contract error for what the scraper rejects", async () => {
    stub.reply({ status: 422, body: { error: "category: invalid", statusCode: 422 } });

    await expect(fetchPage()).rejects.toThrow(ScraperContractError);
  });
});

describe.each(platforms)("a connector of %s", (platform) => {
  const stub = useStubScraper();

  it("requests pages of charts where the store has them", () => {
    const { fetchChartPage } = stub.connector(platform);

    expect(fetchChartPage !== undefined).toBe(platformFacts[platform].hasChartPages);
    if (fetchChartPage === undefined) expect(() => requireRequest(platform, fetchChartPage)).toThrow(RangeError);
  });
});
