import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import type { ListingTarget } from "../../lib/domain/storefronts.ts";
import { ScraperAccessError, ScraperContractError } from "../../lib/stores/scraper-errors.ts";
import { failedOutcome, foundListing, foundMetrics, scraperMetrics } from "./scraper-responses.ts";
import { type StubResponse, type StubScraper, startStubScraper } from "./stub-scraper.ts";

const us = { country: "us", locale: "en-US" };
const de = { country: "de", locale: "de-DE" };
const es = { country: "es", locale: "ca" };
const listings = (...outcomes: readonly unknown[]): StubResponse => ({ status: 200, body: { listings: outcomes } });
const metrics = (...outcomes: readonly unknown[]): StubResponse => ({ status: 200, body: { metrics: outcomes } });
const failure = (reason: string, status: number | null, retryAfterSeconds: number | null = null) => ({
  outcome: "failed",
  failure: { reason, status, retryAfterSeconds },
});
const invalid = failure("invalid_response", 200);

describe("requests in bulk", () => {
  let stub: StubScraper;

  beforeAll(async () => {
    stub = await startStubScraper();
  });
  afterAll(() => stub.stop());

  const context = { correlationId: "c-1", deadlineMs: 20_000 };
  const askListings = async (targets: readonly ListingTarget[], platform: Platform = "ios") => {
    const replies = await stub.connector(platform).fetchListings({ externalId: "1001", targets }, context);
    expect(replies.map(({ target }) => target)).toEqual(targets);
    return replies.map(({ lookup }) => lookup);
  };
  const askMetrics = async (countries: readonly string[], platform: Platform = "ios") => {
    const replies = await stub.connector(platform).fetchMetrics({ externalId: "1001", countries }, context);
    expect(replies.map(({ country }) => country)).toEqual(countries);
    return replies.map(({ lookup }) => lookup);
  };
  const asked = () => stub.targets.map((target) => decodeURIComponent(target));

  it("spells the targets as the iOS scraper reads them", async () => {
    stub.reply(listings(foundListing("us", "en-US"), foundListing("es", "ca")));

    await askListings([us, es]);

    expect(asked()).toEqual(["/apps/1001/listings/locales?countries=us:en-US,es:ca"]);
  });

  it("spells the targets as the Android scraper reads them", async () => {
    const platform = "android";
    stub.reply(listings(foundListing("us", "en-US", { platform }), foundListing("es", "ca", { platform })));

    await askListings([us, es], "android");

    expect(asked()).toEqual(["/apps/1001/listings/locales?locales=en-US:us,ca:es"]);
  });

  it("asks iOS metrics in one call and Android metrics in the one country", async () => {
    stub.reply(metrics(foundMetrics("us"), foundMetrics("de")));
    await askMetrics(["us", "de"]);
    expect(asked()).toEqual(["/apps/1001/metrics/countries?countries=us,de"]);

    stub.reply({ status: 200, body: scraperMetrics({ country: "de" }) });
    await askMetrics(["de"], "android");
    expect(asked()).toEqual(["/apps/1001/metrics?country=de"]);
  });

  it("[CON-4 SYN-12] asks only the failed items again, in one call, and puts their responses in place", async () => {
    stub.reply(
      listings(
        { ...failedOutcome("http_5xx", 500), ...us },
        { outcome: "empty_response", ...de },
        { ...failedOutcome("http_403", 500), ...es },
      ),
      listings(foundListing("us", "en-US", { title: "Second" }), { ...failedOutcome("http_429", 503, 30), ...es }),
    );

    expect(await askListings([us, de, es])).toMatchObject([
      { outcome: "found", record: { title: "Second" } },
      { outcome: "empty_response" },
      failure("http_429", 503, 30),
    ]);
    expect(asked()[1]).toBe("/apps/1001/listings/locales?countries=us:en-US,es:ca");
    expect(stub.targets).toHaveLength(2);
  });

  it("[CON-3 SYN-11] never asks an empty response again", async () => {
    stub.reply(listings({ outcome: "empty_response", ...us }, { outcome: "empty_response", ...de }));

    expect(await askListings([us, de])).toEqual([{ outcome: "empty_response" }, { outcome: "empty_response" }]);
    expect(stub.targets).toHaveLength(1);
  });

  it("leaves alone an item whose storefront asks for a long wait", async () => {
    stub.reply(
      metrics(
        { ...failedOutcome("http_429", 503, 60), country: "us" },
        { ...failedOutcome("http_5xx", 500), country: "de" },
      ),
      metrics(foundMetrics("de")),
    );

    expect(await askMetrics(["us", "de"])).toMatchObject([failure("http_429", 503, 60), { outcome: "found" }]);
    expect(asked()[1]).toBe("/apps/1001/metrics/countries?countries=de");
  });

  it("makes a call that fails as a whole the failure of each of its items, after one retry", async () => {
    stub.reply({ status: 503, headers: { "retry-after": "1" } });

    const expected = failure("http_5xx", 503, 1);
    expect(await askListings([us, de])).toEqual([expected, expected]);
    expect(stub.targets).toHaveLength(2);
  });

  it("does not take a 404 to a request in bulk for an empty response of every item", async () => {
    stub.reply({ status: 404, body: { error: "Not found", statusCode: 404 } });

    expect(await askListings([us])).toEqual([failure("invalid_response", 404)]);
    expect(await askMetrics(["us"])).toEqual([failure("invalid_response", 404)]);
  });

  it("never gives an item the record of another", async () => {
    stub.reply(listings(foundListing("de", "de-DE"), foundListing("us", "en-US")));
    expect(await askListings([us, de])).toEqual([invalid, invalid]);

    stub.reply(listings(foundListing("us", "en-GB"), { ...foundListing("de", "de-DE", { country: "at" }) }));
    expect(await askListings([us, de])).toEqual([invalid, invalid]);

    stub.reply(listings(foundListing("us", "en-US", { platform: "android" })));
    expect(await askListings([us])).toEqual([invalid]);

    stub.reply(metrics({ ...foundMetrics("us"), metrics: scraperMetrics({ country: "de" }) }, foundMetrics("at")));
    expect(await askMetrics(["us", "de"])).toEqual([invalid, invalid]);

    stub.reply({ status: 200, body: scraperMetrics({ country: "us" }) });
    expect(await askMetrics(["de"], "android")).toEqual([invalid]);
  });

  it("takes an item that is missing or malformed as an invalid response and keeps the others", async () => {
    const malformed = { ...foundListing("us", "en-US"), listing: { title: 7 } };
    stub.reply(listings(malformed, foundListing("de", "de-DE")));

    expect(await askListings([us, de, es])).toMatchObject([invalid, { outcome: "found" }, invalid]);
  });

  it("ignores items beyond those asked", async () => {
    stub.reply(metrics(foundMetrics("us"), foundMetrics("de"), null));

    expect(await askMetrics(["us"])).toMatchObject([{ outcome: "found", record: { country: "us" } }]);
  });

  it("returns nothing to nothing, without a call", async () => {
    stub.reply({ status: 500 });

    expect(await askListings([])).toEqual([]);
    expect(await askMetrics([])).toEqual([]);
    expect(await askMetrics([], "android")).toEqual([]);
    expect(stub.targets).toEqual([]);
  });

  it("throws for faults of ours, which are no failure of the store", async () => {
    stub.reply({ status: 403, body: { Message: "Forbidden" } });
    await expect(askListings([us])).rejects.toThrow(ScraperAccessError);

    stub.reply({ status: 422, body: { error: "countries: invalid", statusCode: 422 } });
    await expect(askMetrics(["us"])).rejects.toThrow(ScraperContractError);

    await expect(askListings(Array.from({ length: 26 }, () => us))).rejects.toThrow(RangeError);
    await expect(askMetrics(["us", "de"], "android")).rejects.toThrow(RangeError);
  });
});
