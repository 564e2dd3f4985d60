import { describe, expect, it } from "vitest";

import { platformFacts, platforms } from "../../lib/domain/platform.ts";
import { areOfRatings } from "../../lib/domain/stars.ts";
import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { requireRequest } from "../../lib/stores/connector.ts";
import type { RetryBudget } from "../../lib/stores/store-budget.ts";
import { ScraperContractError } from "../../lib/stores/store-errors.ts";
import { failedOutcome } from "./scraper-responses.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

const context = { correlationId: "c-1", deadlineMs: 20_000 };
const de = { country: "de", locale: "de-DE" };
const us = { country: "us", locale: "en-US" };
const invalid = { outcome: "failed", failure: { reason: "invalid_response", status: 200, retryAfterSeconds: null } };
const absent = { outcome: "failed", failure: { reason: "invalid_response", status: 404, retryAfterSeconds: null } };

const page = {
  ...de,
  subtitle: "Hoch\u0000 hinaus",
  promotional_text: null,
  screenshots: [{ url: "https://images.example/1.png", device_type: "iphone", order: 0 }],
  video_url: "javascript:alert(1)",
  unread_fields: ["promotional_text"],
};
const ratings = {
  country: "de",
  rating: 4.5,
  rating_count: 100,
  rating_breakdown: { 1: 5, 2: 5, 3: 10, 4: 20, 5: 60 },
};
const pages = (...outcomes: readonly unknown[]): StubResponse => ({ status: 200, body: { pages: outcomes } });
const histograms = (...outcomes: readonly unknown[]): StubResponse => ({ status: 200, body: { histograms: outcomes } });

describe("requests for parts of an app", () => {
  const stub = useStubScraper();
  const fetchPages = async (targets = [de, us], budget?: RetryBudget) => {
    const { fetchPages: fetch } = stub.connector("ios", undefined, budget);
    const replies = await requireRequest("ios", fetch)({ externalId: "1001", targets }, context);
    expect(replies.map(({ target }) => target)).toEqual(targets);
    return replies.map(({ lookup }) => lookup);
  };
  const fetchStars = async (ratingCount = 100, budget?: RetryBudget) => {
    const { fetchStars: fetch } = stub.connector("ios", undefined, budget);
    const storefronts = [{ country: "de", ratingCount }];
    const [reply] = await requireRequest("ios", fetch)({ externalId: "1001", storefronts }, context);
    return reply?.lookup;
  };

  it("are sent as targets and as countries", async () => {
    stub.reply(pages({ ...de, outcome: "missing" }, { ...us, outcome: "missing" }));
    await fetchPages();
    expect(decodeURIComponent(stub.targets[0] ?? "")).toBe("/apps/1001/pages?targets=de:de-DE,us:en-US");

    stub.reply(histograms({ country: "de", outcome: "missing" }));
    await fetchStars();
    expect(stub.targets[0]).toBe("/apps/1001/histograms?countries=de");
  });

  it("return records in the form of all others, cleaned", async () => {
    stub.reply(pages({ ...de, outcome: "found", page }));
    expect(await fetchPages([de])).toEqual([
      {
        outcome: "found",
        record: {
          country_code: "de",
          locale: "de-DE",
          subtitle: "Hoch hinaus",
          promotional_text: null,
          screenshots: page.screenshots,
          video_url: null,
          unread_fields: ["promotional_text"],
        },
      },
    ]);

    stub.reply(histograms({ country: "de", outcome: "found", ratings }));
    expect(await fetchStars()).toEqual({ outcome: "found", record: { country_code: "de", stars: [5, 5, 10, 20, 60] } });
  });

  it("fail for what is missing, which the store is known to have", async () => {
    stub.reply(pages({ ...de, outcome: "missing" }));
    expect(await fetchPages([de])).toEqual([absent]);

    stub.reply(histograms({ country: "de", outcome: "missing" }));
    expect(await fetchStars()).toEqual(absent);
  });

  it.each([
    ["of another storefront", { ...us, outcome: "found", page }],
    ["with the page of another language", { ...de, outcome: "found", page: { ...page, locale: "fr-FR" } }],
    ["that is malformed", { ...de, outcome: "found", page: { ...page, subtitle: 7 } }],
    ["that is empty", null],
  ])("fail an entry %s as an invalid response, and keep the others", async (_title, entry) => {
    stub.reply(pages(entry, { ...us, outcome: "found", page: { ...page, ...us } }));

    expect(await fetchPages()).toMatchObject([invalid, { outcome: "found" }]);
  });

  it.each([
    [100, 102, "found"],
    [100, 98, "found"],
    [100, 103, "failed"],
    [100, 97, "failed"],
    [10, 11, "found"],
    [10, 12, "failed"],
    [0, 0, "found"],
    [0, 1, "failed"],
  ])("of an app with %i ratings find stars of %i ratings %s", async (known, shown, outcome) => {
    stub.reply(histograms({ country: "de", outcome: "found", ratings: { ...ratings, rating_count: shown } }));

    expect(await fetchStars(known)).toMatchObject({ outcome });
    expect(areOfRatings(shown, known)).toBe(outcome === "found");
  });

  it("take one token for each part that they request again", async () => {
    const taken: RequestCosts[] = [];
    const budget: RetryBudget = async (costs) => {
      taken.push(costs);
      return 0;
    };
    stub.reply(pages({ ...failedOutcome("http_5xx", 500), ...de }, { ...failedOutcome("timeout", 504), ...us }));
    await fetchPages([de, us], budget);

    stub.reply(histograms({ ...failedOutcome("http_5xx", 500), country: "de" }));
    await fetchStars(100, budget);

    expect(taken).toEqual([{ apps_page: 2 }, { itunes_reviews: 1 }]);
  });

  it("throw a contract error for what the scraper rejects", async () => {
    stub.reply({ status: 422, body: { error: "targets: invalid", statusCode: 422 } });

    await expect(fetchPages()).rejects.toThrow(ScraperContractError);
    await expect(fetchStars()).rejects.toThrow(ScraperContractError);
  });
});

describe.each(platforms)("a connector of %s", (platform) => {
  const stub = useStubScraper();

  it("requests parts of apps where many apps are requested at once", () => {
    const { fetchPages, fetchStars } = stub.connector(platform);
    const { hasStorefrontApps } = platformFacts[platform];

    expect([fetchPages !== undefined, fetchStars !== undefined]).toEqual([hasStorefrontApps, hasStorefrontApps]);
    if (!hasStorefrontApps) expect(() => requireRequest(platform, fetchPages)).toThrow(RangeError);
  });
});
