import { describe, expect, it } from "vitest";

import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { requireStorefrontApps, type StorefrontAppsRequest } from "../../lib/stores/connector.ts";
import type { RetryBudget } from "../../lib/stores/store-budget.ts";
import { ScraperContractError, UpstreamError } from "../../lib/stores/store-errors.ts";
import type { ScraperStorefrontApp } from "../../scrapers/contracts/storefronts.ts";
import { scraperIdentity, scraperListing, scraperMetrics } from "./scraper-responses.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

const context = { correlationId: "c-1", deadlineMs: 20_000 };
const metrics = { ...scraperMetrics(), rating_breakdown: null };
const textHash = "0f".repeat(32);
const invalid = { outcome: "failed", failure: { reason: "invalid_response", status: 200, retryAfterSeconds: null } };

const found = (id: string, overrides: Partial<Extract<ScraperStorefrontApp, { outcome: "found" }>> = {}) => ({
  id,
  outcome: "found",
  metrics,
  identity: scraperIdentity({ app_id: id }),
  listing: scraperListing(),
  text_hash: textHash,
  ...overrides,
});

const body = (apps: readonly unknown[], overrides: object = {}): StubResponse => ({
  status: 200,
  body: {
    country: "us",
    lang: "en-US",
    requested_at: "2026-02-01T00:00:00.000Z",
    requests_made: 1,
    apps,
    ...overrides,
  },
});

describe("a request for many apps of a storefront", () => {
  const stub = useStubScraper();
  const fetchApps = (
    externalIds: readonly string[],
    request: Partial<StorefrontAppsRequest> = {},
    budget?: RetryBudget,
  ) =>
    requireStorefrontApps(stub.connector("ios", undefined, budget))(
      { country: "us", externalIds, language: "en-US", fields: "all", ...request },
      context,
    );
  const lookupsOf = async (...request: Parameters<typeof fetchApps>) =>
    (await fetchApps(...request)).apps.map(({ lookup }) => lookup);

  it("is sent as ids, language and fields", async () => {
    stub.reply(body([found("1001"), found("1002")]));
    await fetchApps(["1001", "1002"]);
    expect(stub.targets.map(decodeURIComponent)).toEqual(["/storefronts/us/apps?ids=1001,1002&fields=all&lang=en-US"]);

    stub.reply(body([found("1001")], { lang: null }));
    await fetchApps(["1001"], { language: null, fields: "metrics" });
    expect(stub.targets).toEqual(["/storefronts/us/apps?ids=1001&fields=metrics"]);
  });

  it("returns records in the form of all others, cleaned and rounded", async () => {
    const listing = scraperListing({ title: "Kite\u0000" });
    stub.reply(body([found("1001", { listing })], { requests_made: 3 }));

    const response = await fetchApps(["1001"]);

    expect(response).toMatchObject({ language: "en-US", requestsMade: 3 });
    expect(response.apps[0]?.lookup).toMatchObject({
      outcome: "found",
      record: {
        metrics: { country_code: "us", rating: 4.57, price: 4.99, stars: null },
        identity: { external_id: "1001", publisher_external_id: "2001" },
        listing: { locale: "en-US", title: "Kite" },
        text_hash: textHash,
      },
    });
  });

  it("returns metrics alone when only they are requested", async () => {
    stub.reply(body([found("1001")]));

    expect(await lookupsOf(["1001"], { fields: "metrics" })).toMatchObject([
      { outcome: "found", record: { identity: null, listing: null, text_hash: null } },
    ]);
  });

  it("returns missing and failed apps as such", async () => {
    stub.reply(
      body([
        { id: "1", outcome: "missing" },
        { id: "2", outcome: "failed", reason: "http_5xx" },
      ]),
    );

    expect(await lookupsOf(["1", "2"])).toEqual([
      { outcome: "missing" },
      { outcome: "failed", failure: { reason: "http_5xx", status: null, retryAfterSeconds: null } },
    ]);
  });

  it("returns no texts when the store has rejected the language", async () => {
    stub.reply(body([found("1001", { listing: scraperListing({ locale: "us" }) })], { lang: null, requests_made: 2 }));

    const response = await fetchApps(["1001"]);

    expect(response).toMatchObject({ language: null, requestsMade: 2 });
    expect(response.apps[0]?.lookup).toMatchObject({
      outcome: "found",
      record: { identity: { external_id: "1001" }, listing: null, text_hash: null },
    });
  });

  it.each([
    ["of another app", found("1002")],
    ["with another app's identity", found("1001", { identity: scraperIdentity({ app_id: "1002" }) })],
    ["of another storefront", found("1001", { metrics: { ...metrics, country: "de" } })],
    ["with a listing of another storefront", found("1001", { listing: scraperListing({ country: "de" }) })],
    ["with texts in another language", found("1001", { listing: scraperListing({ locale: "de-DE" }) })],
    ["of another platform", found("1001", { listing: scraperListing({ platform: "android" }) })],
    ["without an identity", { id: "1001", outcome: "found", metrics, listing: scraperListing(), text_hash: textHash }],
    ["without a hash", { ...found("1001"), text_hash: undefined }],
    ["that is malformed", { ...found("1001"), metrics: { rating: "good" } }],
    ["that is empty", null],
  ])("fails an entry %s as an invalid response, and keeps the others", async (_title, entry) => {
    stub.reply(body([entry, found("1003"), found("1004")]));

    expect(await lookupsOf(["1001", "1003", "1005", "1006"])).toMatchObject([
      invalid,
      { outcome: "found" },
      invalid,
      invalid,
    ]);
  });

  it.each([{ country: "de" }, { lang: "de-DE" }, { requests_made: 0 }, { apps: {} }])(
    "is an invalid response with %j",
    async (overrides) => {
      stub.reply(body([found("1001")], overrides));

      await expect(fetchApps(["1001"])).rejects.toMatchObject({ failure: { reason: "invalid_response", status: 200 } });
    },
  );

  it("[CON-4] throws an upstream error and makes no quick retry, since its caller retries", async () => {
    const taken: RequestCosts[] = [];
    stub.reply({ status: 503 });

    const fetching = fetchApps(["1001"], {}, async (costs) => {
      taken.push(costs);
      return 0;
    });

    await expect(fetching).rejects.toThrow(UpstreamError);
    expect(stub.targets).toHaveLength(1);
    expect(taken).toEqual([]);
  });

  it("does not treat a 404 of the whole call as missing apps", async () => {
    stub.reply({ status: 404, body: { error: "Not found", statusCode: 404 } });

    await expect(fetchApps(["1001"])).rejects.toMatchObject({ failure: { reason: "invalid_response", status: 404 } });
  });

  it("throws a contract error for what the scraper rejects", async () => {
    stub.reply({ status: 422, body: { error: "ids: invalid", statusCode: 422 } });

    await expect(fetchApps(["1001"])).rejects.toThrow(ScraperContractError);
  });

  it("reads a response of three megabytes", async () => {
    const listing = scraperListing({ description: "語".repeat(4_000), whats_new: "語".repeat(2_000) });
    const ids = Array.from({ length: 180 }, (_, index) => String(2_000 + index));
    stub.reply(body(ids.map((id) => found(id, { listing }))));

    expect(new Set((await lookupsOf(ids)).map(({ outcome }) => outcome))).toEqual(new Set(["found"]));
  });
});

describe.each(platforms)("the connector of %s", (platform) => {
  const stub = useStubScraper();

  it("has a request for many apps of a storefront if its store has one", () => {
    const connector = stub.connector(platform);

    expect(connector.fetchStorefrontApps !== undefined).toBe(platformFacts[platform].hasStorefrontApps);
    if (connector.fetchStorefrontApps === undefined) expect(() => requireStorefrontApps(connector)).toThrow(RangeError);
  });
});
