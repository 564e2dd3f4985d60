import { beforeEach, describe, expect, it } from "vitest";

import { platforms } from "../../lib/domain/platform.ts";
import { requireStorefrontApps } from "../../lib/stores/connector.ts";
import type { ChartPage } from "../../lib/stores/records.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { fakeHit, storeFailure } from "../support/fake-store-records.ts";
import { describeStoreConnector } from "./connector-contract.ts";
import type { StoreWorld } from "./store-world.ts";

const externalId = "1001";
const targets = [
  { country: "us", locale: "en-US" },
  { country: "de", locale: "de-DE" },
  { country: "fr", locale: "fr-FR" },
] as const;

const publisherId = "284910";
const publisher = { publisher_external_id: publisherId, publisher_name: "Paper Kite Studio" };
const hit = fakeHit(externalId, publisher);

const lists = {
  chart: [1, 2].map((rank) => ({ ...hit, rank, price: 0, currency: "USD" })),
  apps: [{ ...hit, rating: 4.5, rating_count: 10 }],
  publishers: [{ external_id: publisherId, name: "Paper Kite Studio", url: null, app_count: 1, sample_apps: [hit] }],
};
/** Returns a page with the free chart of each category. */
function fakeChartPage(categories: readonly (string | null)[]): ChartPage {
  const entries = lists.chart.map(({ rank, external_id, name, icon_url }) => ({ rank, external_id, name, icon_url }));
  return {
    charts: categories.map((one) => ({ collection: "top_free", category_external_id: one, window: 200, entries })),
    missing: categories.map((one) => ({ collection: "top_paid", category_external_id: one })),
  };
}
const chart = { collection: "top_free", country: "us", categoryExternalId: null } as const;

describe.each(platforms)("fake store of %s", (platform) => {
  let world: StoreWorld;

  beforeEach(() => {
    const store = createFakeStore(platform);
    const heal = () => {
      for (const { country } of targets) {
        store.scriptIdentity(externalId, country);
        store.scriptListing(externalId, country);
        store.scriptMetrics(externalId, country);
      }
      store.scriptSearch("kite", "us", { hits: [hit, hit, hit] });
      store.scriptChart(chart, { found: lists.chart });
      store.scriptChartPage(chart, fakeChartPage([null, "6014"]));
      store.scriptChartPage({ ...chart, categoryExternalId: "6014" }, fakeChartPage(["6014"]));
      store.scriptPublisherApps(publisherId, "us", { found: lists.apps });
      store.scriptPublisherSearch("kite", "us", { found: lists.publishers });
      store.scriptSearchRanks("kite", "us", { ids: ["7", externalId], apps: [hit] });
      store.scriptSuggestions("kite", "us", { found: ["kite surfing"] });
      for (const { country } of targets) store.scriptStorefront(country);
    };
    store.sell({ externalId, countries: targets.map(({ country }) => country) });
    heal();

    const response = (country: string, scripted: "hang" | ReturnType<typeof storeFailure>) => {
      store.scriptIdentity(externalId, country, scripted);
      store.scriptListing(externalId, country, scripted);
      store.scriptMetrics(externalId, country, scripted);
      store.scriptSearch("kite", country, scripted);
      store.scriptChart({ ...chart, country }, scripted);
      store.scriptChartPage({ ...chart, country }, scripted);
      store.scriptPublisherApps(publisherId, country, scripted);
      store.scriptPublisherSearch("kite", country, scripted);
      store.scriptSuggestions("kite", country, scripted);
      store.scriptSearchRanks("kite", country, scripted);
      store.scriptStorefront(country, scripted);
    };
    world = {
      connector: store,
      externalId,
      targets,
      absent: { country: "jp", locale: "ja" },
      unknownId: "9999",
      publisherId,
      unknownPublisherId: "9999",
      chart,
      emptyChart: { ...chart, categoryExternalId: "6007" },
      term: "kite",
      termWithoutHits: "submarine",
      fail: (country, { reason, retryAfterSeconds = null }) =>
        response(country, storeFailure(reason, { status: 503, retryAfterSeconds })),
      hang: (country) => response(country, "hang"),
      heal,
    };
  });

  describeStoreConnector("the fake", platform, () => world);
});

describe("scripts of the fake store", () => {
  const context = { correlationId: "c-1", deadlineMs: 100 };

  it("are returned in turn, and the last one repeats", async () => {
    const store = createFakeStore("ios");
    store.scriptMetrics("1", "us", storeFailure("http_5xx"), { rating_count: 7 });
    const call = async () => (await store.fetchMetrics({ externalId: "1", countries: ["us"] }, context))[0]?.lookup;

    expect(await call()).toMatchObject({ outcome: "failed" });
    expect(await call()).toMatchObject({ outcome: "found", record: { rating_count: 7 } });
    expect(await call()).toMatchObject({ outcome: "found" });
  });

  it("for a locale win over those for its country, which win over the catalogue", async () => {
    const store = createFakeStore("ios");
    store.sell({ externalId: "1", countries: ["ch"], listing: { title: "Sold" } });
    store.scriptListing("1", "ch", { title: "Country" });
    store.scriptListing("1", { country: "ch", locale: "fr-FR" }, { title: "Locale" });
    const targets = ["fr-FR", "de-DE"].map((locale) => ({ country: "ch", locale }));

    const responses = await store.fetchListings({ externalId: "1", targets }, context);

    expect(responses).toMatchObject([
      { lookup: { record: { title: "Locale" } } },
      { lookup: { record: { title: "Country" } } },
    ]);
  });

  it("make apps of a storefront missing, failed or different, and calls costly or in no known language", async () => {
    const store = createFakeStore("ios");
    for (const id of ["1", "2", "3"]) store.sell({ externalId: id, countries: ["us"] });
    store.scriptStorefrontApp("1", "us", "missing", { metrics: { rating_count: 7 } });
    store.scriptStorefrontApp("2", "us", storeFailure("http_5xx"));
    store.scriptStorefront("us", { requestsMade: 5 }, { language: null });
    const request = { country: "us", externalIds: ["1", "2", "3"], language: "en-US", fields: "all" } as const;

    const first = await requireStorefrontApps(store)(request, context);
    const second = await requireStorefrontApps(store)(request, context);

    expect(first).toMatchObject({ language: "en-US", requestsMade: 5 });
    expect(first.apps.map(({ lookup }) => lookup.outcome)).toEqual(["missing", "failed", "found"]);
    expect(second).toMatchObject({ language: null, requestsMade: 1 });
    expect(second.apps[0]?.lookup).toMatchObject({ record: { metrics: { rating_count: 7 }, listing: null } });
    const call = { subject: "1,2,3", countries: ["us"], locales: ["en-US"], fields: "all", context };
    expect(store.calls).toEqual([call, call].map((one) => ({ operation: "fetchStorefrontApps", ...one })));
  });

  it("leave a log of every call", async () => {
    const store = createFakeStore("android");
    await store.fetchListings({ externalId: "a.b", targets }, context);
    await store.searchApps({ term: "kite", country: "us", limit: 3 }, context);

    expect(store.calls).toEqual([
      {
        operation: "fetchListings",
        subject: "a.b",
        countries: ["us", "de", "fr"],
        locales: ["en-US", "de-DE", "fr-FR"],
        context,
      },
      { operation: "searchApps", subject: "kite", countries: ["us"], locales: [], context },
    ]);
  });
});
