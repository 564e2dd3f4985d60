import { describe, expect, it } from "vitest";

import type { ListingTarget } from "../../lib/domain/country.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { ScraperAccessError, ScraperContractError } from "../../lib/stores/store-errors.ts";
import { failedOutcome, foundListing, foundMetrics, scraperMetrics } from "./scraper-responses.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

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

describe("bulk requests", () => {
  const stub = useStubScraper();

  const context = { correlationId: "c-1", deadlineMs: 20_000 };
  const fetchListings = async (targets: readonly ListingTarget[], platform: Platform = "ios") => {
    const replies = await stub.connector(platform).fetchListings({ externalId: "1001", targets }, context);
    expect(replies.map(({ target }) => target)).toEqual(targets);
    return replies.map(({ lookup }) => lookup);
  };
  const fetchMetrics = async (countries: readonly string[], platform: Platform = "ios") => {
    const replies = await stub.connector(platform).fetchMetrics({ externalId: "1001", countries }, context);
    expect(replies.map(({ country }) => country)).toEqual(countries);
    return replies.map(({ lookup }) => lookup);
  };
  const sent = () => stub.targets.map((target) => decodeURIComponent(target));

  it("send targets in the iOS scraper's form", async () => {
    stub.reply(listings(foundListing("us", "en-US"), foundListing("es", "ca")));

    await fetchListings([us, es]);

    expect(sent()).toEqual(["/apps/1001/listings/locales?countries=us:en-US,es:ca"]);
  });

  it("send targets in the Android scraper's form", async () => {
    const platform = "android";
    stub.reply(listings(foundListing("us", "en-US", { platform }), foundListing("es", "ca", { platform })));

    await fetchListings([us, es], "android");

    expect(sent()).toEqual(["/apps/1001/listings/locales?locales=en-US:us,ca:es"]);
  });

  it("request iOS metrics in one call and Android metrics of one country", async () => {
    stub.reply(metrics(foundMetrics("us"), foundMetrics("de")));
    await fetchMetrics(["us", "de"]);
    expect(sent()).toEqual(["/apps/1001/metrics/countries?countries=us,de"]);

    stub.reply({ status: 200, body: scraperMetrics({ country: "de" }) });
    await fetchMetrics(["de"], "android");
    expect(sent()).toEqual(["/apps/1001/metrics?country=de"]);
  });

  it("[CON-4 SYN-12] retry only the failed items, in one call, and keep the order", async () => {
    stub.reply(
      listings(
        { ...failedOutcome("http_5xx", 500), ...us },
        { outcome: "empty_response", ...de },
        { ...failedOutcome("http_403", 500), ...es },
      ),
      listings(foundListing("us", "en-US", { title: "Second" }), { ...failedOutcome("http_429", 503, 30), ...es }),
    );

    expect(await fetchListings([us, de, es])).toMatchObject([
      { outcome: "found", record: { title: "Second" } },
      { outcome: "empty_response" },
      failure("http_429", 503, 30),
    ]);
    expect(sent()[1]).toBe("/apps/1001/listings/locales?countries=us:en-US,es:ca");
    expect(stub.targets).toHaveLength(2);
  });

  it("[CON-3 SYN-11] never retry an empty response", async () => {
    stub.reply(listings({ outcome: "empty_response", ...us }, { outcome: "empty_response", ...de }));

    expect(await fetchListings([us, de])).toEqual([{ outcome: "empty_response" }, { outcome: "empty_response" }]);
    expect(stub.targets).toHaveLength(1);
  });

  it("do not retry an item with a long Retry-After", async () => {
    stub.reply(
      metrics(
        { ...failedOutcome("http_429", 503, 60), country: "us" },
        { ...failedOutcome("http_5xx", 500), country: "de" },
      ),
      metrics(foundMetrics("de")),
    );

    expect(await fetchMetrics(["us", "de"])).toMatchObject([failure("http_429", 503, 60), { outcome: "found" }]);
    expect(sent()[1]).toBe("/apps/1001/metrics/countries?countries=de");
  });

  it("fail each item when the call fails, after one retry", async () => {
    stub.reply({ status: 503, headers: { "retry-after": "1" } });

    const expected = failure("http_5xx", 503, 1);
    expect(await fetchListings([us, de])).toEqual([expected, expected]);
    expect(stub.targets).toHaveLength(2);
  });

  it("do not treat a 404 of the whole call as an empty response of every item", async () => {
    stub.reply({ status: 404, body: { error: "Not found", statusCode: 404 } });

    expect(await fetchListings([us])).toEqual([failure("invalid_response", 404)]);
    expect(await fetchMetrics(["us"])).toEqual([failure("invalid_response", 404)]);
  });

  it("never return the record of another item", async () => {
    stub.reply(listings(foundListing("de", "de-DE"), foundListing("us", "en-US")));
    expect(await fetchListings([us, de])).toEqual([invalid, invalid]);

    stub.reply(listings(foundListing("us", "en-GB"), { ...foundListing("de", "de-DE", { country: "at" }) }));
    expect(await fetchListings([us, de])).toEqual([invalid, invalid]);

    stub.reply(listings(foundListing("us", "en-US", { platform: "android" })));
    expect(await fetchListings([us])).toEqual([invalid]);

    stub.reply(metrics({ ...foundMetrics("us"), metrics: scraperMetrics({ country: "de" }) }, foundMetrics("at")));
    expect(await fetchMetrics(["us", "de"])).toEqual([invalid, invalid]);

    stub.reply({ status: 200, body: scraperMetrics({ country: "us" }) });
    expect(await fetchMetrics(["de"], "android")).toEqual([invalid]);
  });

  it("fail a missing or malformed item as an invalid response and keep the others", async () => {
    const malformed = { ...foundListing("us", "en-US"), listing: { title: 7 } };
    stub.reply(listings(malformed, foundListing("de", "de-DE")));

    expect(await fetchListings([us, de, es])).toMatchObject([invalid, { outcome: "found" }, invalid]);
  });

  it("ignore surplus items", async () => {
    stub.reply(metrics(foundMetrics("us"), foundMetrics("de"), null));

    expect(await fetchMetrics(["us"])).toMatchObject([{ outcome: "found", record: { country_code: "us" } }]);
  });

  it("return nothing for no items, without a call", async () => {
    stub.reply({ status: 500 });

    expect(await fetchListings([])).toEqual([]);
    expect(await fetchMetrics([])).toEqual([]);
    expect(await fetchMetrics([], "android")).toEqual([]);
    expect(stub.targets).toEqual([]);
  });

  it("throw for faults of ours, which are not failures of the store", async () => {
    stub.reply({ status: 403, body: { Message: "Forbidden" } });
    await expect(fetchListings([us])).rejects.toThrow(ScraperAccessError);

    stub.reply({ status: 422, body: { error: "countries: invalid", statusCode: 422 } });
    await expect(fetchMetrics(["us"])).rejects.toThrow(ScraperContractError);

    await expect(fetchListings(Array.from({ length: 26 }, () => us))).rejects.toThrow(RangeError);
    await expect(fetchMetrics(["us", "de"], "android")).rejects.toThrow(RangeError);
  });
});
