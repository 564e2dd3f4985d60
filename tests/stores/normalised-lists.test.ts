import { describe, expect, it } from "vitest";

import {
  normaliseChartEntry,
  normalisePublisherApp,
  normalisePublisherHit,
  normaliseSearchHit,
} from "../../lib/stores/normalise-lists.ts";
import { scraperChartEntry, scraperDeveloper, scraperDeveloperApp, scraperSearchResult } from "./scraper-responses.ts";

const hostile = "\0\uD800<script>";
const endless = "x".repeat(100_000);

describe("search hit", () => {
  it("carries app, publisher and category", () => {
    expect(normaliseSearchHit(scraperSearchResult())).toEqual({
      external_id: "1001",
      name: "Paper Kite",
      publisher_external_id: "2001",
      publisher_name: "Paper Kite Studio",
      category_external_id: "6007",
      category_name: "Productivity",
      icon_url: "https://images.example/icon.png",
      is_free: true,
    });
  });

  it("is dropped when its app id is invalid", () => {
    for (const app_id of ["", "a b", "../etc", "x".repeat(256)]) {
      expect(normaliseSearchHit(scraperSearchResult({ app_id }))).toBeNull();
    }
  });
});

const listedApp = {
  external_id: "1001",
  name: "Paper Kite",
  publisher_external_id: "2001",
  publisher_name: "Paper Kite Studio",
  category_external_id: "6007",
  category_name: "Productivity",
  icon_url: "https://images.example/icon.png",
  is_free: true,
};
const noAppIds = ["", "a b", "../etc", "x".repeat(256)];

describe("chart entry", () => {
  it("carries the app with its rank and its price there", () => {
    const entry = scraperChartEntry({ rank: 7, price: 4.994, free: false, currency: "EUR" });

    expect(normaliseChartEntry(entry)).toEqual({ ...listedApp, is_free: false, rank: 7, price: 4.99, currency: "EUR" });
  });

  it("distinguishes an unknown price from a free app, and drops an invalid currency", () => {
    const entry = scraperChartEntry({ price: null, currency: "dollars" });

    expect(normaliseChartEntry(entry)).toMatchObject({ price: null, currency: null });
  });

  it("is dropped when its app id is invalid, so that its rank stays a gap", () => {
    for (const app_id of noAppIds) expect(normaliseChartEntry(scraperChartEntry({ app_id }))).toBeNull();
  });

  it("has no publisher when the store names none, and one without an id when its id cannot be kept", () => {
    const nameless = normaliseChartEntry(scraperChartEntry({ developer: null }));
    const endlessId = normaliseChartEntry(scraperChartEntry({ developer_id: "x".repeat(256) }));

    expect(nameless).toMatchObject({ publisher_external_id: null, publisher_name: null });
    expect(endlessId).toMatchObject({ publisher_external_id: null, publisher_name: "Paper Kite Studio" });
  });
});

describe("app of a publisher", () => {
  it("carries the app with its rating, rounded to two decimals", () => {
    const app = scraperDeveloperApp({ rating: 4.5678, rating_count: 15 });

    expect(normalisePublisherApp(app)).toEqual({ ...listedApp, rating: 4.57, rating_count: 15 });
  });

  it("distinguishes unknown from zero, and limits counts to what a column holds", () => {
    const unknown = scraperDeveloperApp({ rating: null, rating_count: null });
    const endlessCount = scraperDeveloperApp({ rating_count: Number.MAX_SAFE_INTEGER });

    expect(normalisePublisherApp(unknown)).toMatchObject({ rating: null, rating_count: null });
    expect(normalisePublisherApp(endlessCount)?.rating_count).toBe(2_147_483_647);
  });

  it("is dropped when its app id is invalid", () => {
    for (const external_id of noAppIds) {
      expect(normalisePublisherApp(scraperDeveloperApp({ external_id }))).toBeNull();
    }
  });

  it("cleans hostile and endless text", () => {
    const app = normalisePublisherApp(
      scraperDeveloperApp({ name: hostile + endless, icon_url: "javascript:alert(1)", developer: hostile }),
    );

    expect(app?.name).toHaveLength(500);
    expect(app).toMatchObject({ icon_url: null, publisher_name: "\uFFFD<script>" });
  });
});

describe("publisher hit", () => {
  it("carries the publisher with its apps", () => {
    expect(normalisePublisherHit(scraperDeveloper())).toEqual({
      external_id: "2001",
      name: "Paper Kite Studio",
      url: "https://paperkite.example/",
      app_count: 5,
      sample_apps: [{ external_id: "1001", name: "Paper Kite", icon_url: "https://images.example/icon.png" }],
    });
  });

  it("keeps an Android publisher's id in its canonical form", () => {
    expect(normalisePublisherHit(scraperDeveloper({ developer_id: "AC%2FDC+Inc." }))?.external_id).toBe("AC%2FDC+Inc.");
  });

  it("is dropped when its id cannot be kept whole", () => {
    for (const developer_id of ["", "x".repeat(256), "a\0b", "\uD800"]) {
      expect(normalisePublisherHit(scraperDeveloper({ developer_id }))).toBeNull();
    }
  });

  it("omits an app with an invalid id, and a URL that is not a web URL", () => {
    const app = { name: "Paper Kite", icon_url: "data:image/png;base64,AA" };
    const hit = normalisePublisherHit(
      scraperDeveloper({
        url: "javascript:alert(1)",
        sample_apps: [
          { ...app, app_id: "../etc" },
          { ...app, app_id: "1001" },
        ],
      }),
    );

    expect(hit).toMatchObject({
      url: null,
      sample_apps: [{ external_id: "1001", name: "Paper Kite", icon_url: null }],
    });
    expect(hit?.sample_apps).toHaveLength(1);
  });
});
