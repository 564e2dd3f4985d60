import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LoggedRequest } from "../../infra/store-simulator/request-log.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import { publisherReadCosts } from "../../lib/domain/publisher.ts";
import {
  callCosts,
  chartPageCosts,
  itemCosts,
  partCosts,
  publisherPageCosts,
  searchCosts,
  searchRanksCosts,
  storefrontAppsCosts,
} from "../../lib/domain/request-costs.ts";
import {
  costEntries,
  countRequests,
  type HostClass,
  hostOfClass,
  type RequestCosts,
  timesCosts,
} from "../../lib/domain/store-hosts.ts";
import { requireRequest, requireStorefrontApps, type StoreConnector } from "../../lib/stores/connector.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { createScraperConnector, DAY, startStores } from "./scraper-world.ts";

const context = { correlationId: "costs", deadlineMs: 30_000 };

const iosClasses = {
  lookup: "itunes_lookup",
  page: "apps_page",
  search: "itunes_search",
  suggestions: "itunes_search",
  chart: "itunes_rss",
  chart_page: "apps_page",
  reviews: "itunes_reviews",
} as const;

function classOf({ kind, method, platform }: LoggedRequest): HostClass {
  if (platform === "android") {
    if (kind === "search" || kind === "suggestions") return "play_search";
    return method === "POST" ? "play_batch" : "play_page";
  }
  if (kind === null || kind === "details" || kind === "publisher") throw new Error(`The App Store has no ${kind}.`);
  return iosClasses[kind];
}

describe.each(platforms)("the budgeted requests of %s", (platform) => {
  let simulator: StoreSimulator;
  let connector: StoreConnector;
  beforeAll(async () => {
    simulator = await startStores();
    connector = createScraperConnector(platform, simulator);
  });
  beforeEach(() => simulator.requests.clear());
  afterAll(() => simulator.stop());

  const costs = callCosts[platform];
  const soldApp = () => {
    const app = simulator.catalogue
      .apps(platform)
      .find((one) => one.on(DAY).isInStore && one.on(DAY).isAvailable("us"));
    if (app === undefined) throw new Error("The store sells nothing.");
    return app;
  };
  const sent = (): RequestCosts => {
    const byClass = Map.groupBy(simulator.requests.list(), classOf);
    return Object.fromEntries([...byClass].map(([hostClass, requests]) => [hostClass, requests.length]));
  };
  const expectAtMost = (most: RequestCosts) => {
    expect(countRequests(sent())).toBeGreaterThan(0);
    for (const [hostClass, requests] of nonEmpty(costEntries(sent()))) {
      expect(requests, hostClass).toBeLessThanOrEqual(most[hostClass] ?? 0);
    }
  };

  it("are those that a search of apps sends", async () => {
    await connector.searchApps({ term: soldApp().brand, country: "us", limit: 10 }, context);
    expectAtMost(costs.searchApps);
    const { first, rest } = searchCosts[platform];
    expectAtMost({ ...first, ...rest });
  });

  it.runIf(platformFacts[platform].hasStorefrontApps)("are those that a search for ids sends", async () => {
    const request = { term: soldApp().brand, country: "us", limit: 10 };
    const ids = await requireRequest(platform, connector.searchAppIds)(request, context);
    expect(ids.length).toBeGreaterThan(0);
    expect(sent()).toEqual(searchCosts[platform].first);
  });

  it("are those that a search for ranks sends, however many apps it shows", async () => {
    const request = { term: "a", country: "us", language: "en-US" };
    const { ids } = await connector.searchRanks(request, context);
    expect(ids.length).toBeGreaterThan(20);
    expect(sent()).toEqual(searchRanksCosts[platform]);
  });

  it("are those that a search of publishers sends", async () => {
    await connector.searchPublishers({ term: soldApp().brand, country: "us", limit: 25 }, context);
    expectAtMost(costs.searchPublishers);
  });

  it("are those that a request for suggestions sends", async () => {
    await connector.suggestTerms({ term: soldApp().brand, country: "us", language: "en-US" }, context);
    expect(sent()).toEqual(costs.suggestTerms);
  });

  it("are those that the apps of a publisher send, with the pages that follow", async () => {
    const { externalId } = soldApp().publisher;
    const lookup = await connector.fetchPublisherApps({ externalId, country: "us" }, context);
    const found = lookup.outcome === "found" ? lookup.record.length : 0;
    const further = Math.max(0, Math.ceil(found / platformFacts[platform].publisherAppsPerPage) - 1);
    expect(found).toBeGreaterThan(0);
    const pages = timesCosts(publisherPageCosts, further);
    const { play_batch: first = 0 }: RequestCosts = costs.fetchPublisherApps;
    expectAtMost({ ...costs.fetchPublisherApps, play_batch: first + (pages.play_batch ?? 0) });
  });

  it("are those that the first page of a publisher sends, whatever follows", async () => {
    const largest = simulator.catalogue.publishers(platform)[0]?.externalId ?? "";
    const lookup = await connector.fetchPublisherApps({ externalId: largest, country: "us", pages: "first" }, context);
    expect(lookup.outcome === "found" && lookup.record.length).toBeGreaterThanOrEqual(10);
    expect(sent()).toEqual(publisherReadCosts[platform]);
  });

  it("are those that identity and a chart send", async () => {
    await connector.fetchIdentity({ externalId: soldApp().externalId, country: "us" }, context);
    expect(sent()).toEqual(costs.fetchIdentity);
    simulator.requests.clear();
    await connector.fetchChart({ collection: "top_free", country: "us", categoryExternalId: null }, context);
    expect(sent()).toEqual(costs.fetchChart);
  });

  it("are those that a listing and a storefront's metrics send", async () => {
    const { externalId } = soldApp();
    await connector.fetchListings({ externalId, targets: [{ country: "us", locale: "en-US" }] }, context);
    expect(sent()).toEqual(itemCosts[platform]);
    simulator.requests.clear();
    await connector.fetchMetrics({ externalId, countries: ["us"] }, context);
    expectAtMost(itemCosts[platform]);
  });

  it.runIf(platformFacts[platform].hasStorefrontApps)("are those that a list of apps sends", async () => {
    const externalIds = simulator.catalogue
      .apps(platform)
      .slice(0, 100)
      .map((app) => app.externalId);
    const request = { country: "us", externalIds, language: null, fields: "metrics" } as const;
    await requireStorefrontApps(connector)(request, context);
    expect(sent()).toEqual(storefrontAppsCosts);
  });

  it.runIf(platformFacts[platform].hasChartPages)("are those that a page of charts sends", async () => {
    const request = { country: "us", categoryExternalId: null };
    await requireRequest(platform, connector.fetchChartPage)(request, context);
    expect(sent()).toEqual(chartPageCosts);
  });

  it.runIf(platformFacts[platform].hasStorefrontApps)("are those that a page and a histogram send", async () => {
    const { externalId } = soldApp();
    const targets = [{ country: "us", locale: "en-US" }];
    await requireRequest(platform, connector.fetchPages)({ externalId, targets }, context);
    expect(sent()).toEqual(partCosts.page);
    const [found] = await connector.fetchMetrics({ externalId, countries: ["us"] }, context);
    const ratingCount = found?.lookup.outcome === "found" ? found.lookup.record.rating_count : 0;
    simulator.requests.clear();
    const storefronts = [{ country: "us", ratingCount }];
    await requireRequest(platform, connector.fetchStars)({ externalId, storefronts }, context);
    expect(sent()).toEqual(partCosts.stars);
  });

  it("go to the hosts of their classes", async () => {
    await connector.fetchMetrics({ externalId: soldApp().externalId, countries: ["us"] }, context);
    const hosts = simulator.requests.list().map((request) => [request.host, hostOfClass[classOf(request)]]);
    expect(hosts.length).toBeGreaterThan(0);
    for (const [host, expected] of hosts) expect(host).toBe(expected);
  });
});
