import { describe, expect, it } from "vitest";

import { normaliseIdentity, normaliseListing, normaliseMetrics } from "../../lib/stores/normalise-records.ts";
import type { ScraperListing } from "../../scrapers/contracts/records.ts";
import { scraperIdentity, scraperListing, scraperMetrics } from "./scraper-responses.ts";

const target = { country: "us", locale: "en-US" };
const hostile = "\0\uD800<script>";
const endless = "x".repeat(100_000);

describe("identity", () => {
  it("carries every field that is stored", () => {
    expect(normaliseIdentity(scraperIdentity())).toEqual({
      external_id: "1001",
      name: "Paper Kite",
      publisher_external_id: "2001",
      publisher_name: "Paper Kite Studio",
      publisher_url: "https://paperkite.example/",
      category_external_id: "6007",
      category_name: "Productivity",
      supported_locales: ["EN", "DE"],
      original_release_date: "2021-03-04",
      is_free: false,
      version: "3.1",
      version_released_at: "2026-05-06T07:08:09.000Z",
      icon_url: "https://images.example/icon.png",
    });
  });

  it("has no publisher when the store names none or one without an id", () => {
    for (const overrides of [
      { publisher_external_id: null },
      { publisher_name: null },
      { publisher_external_id: "x".repeat(256) },
    ]) {
      expect(normaliseIdentity(scraperIdentity(overrides))).toMatchObject({
        publisher_external_id: null,
        publisher_name: null,
        publisher_url: null,
      });
    }
  });

  it("keeps an Android publisher's id in its canonical form", () => {
    const identity = scraperIdentity({ publisher_external_id: "AC%2FDC+Inc.", supported_locales: null });

    expect(normaliseIdentity(identity)).toMatchObject({
      publisher_external_id: "AC%2FDC+Inc.",
      supported_locales: null,
    });
  });

  it("cleans hostile and endless text and limits lists", () => {
    const identity = normaliseIdentity(
      scraperIdentity({
        name: hostile + endless,
        version: endless,
        icon_url: "javascript:alert(1)",
        supported_locales: Array.from({ length: 500 }, () => "EN"),
        original_release_date: "0000-01-01",
      }),
    );

    expect(identity.name).toHaveLength(500);
    expect(identity.name.startsWith("\uFFFD<script>x")).toBe(true);
    expect(identity.version).toHaveLength(255);
    expect(identity).toMatchObject({ icon_url: null, original_release_date: null });
    expect(identity.supported_locales).toHaveLength(200);
  });
});

describe("listing", () => {
  it("carries every field under the requested target", () => {
    expect(normaliseListing(target, scraperListing({ unread_fields: ["promotional_text"] }))).toEqual({
      country_code: "us",
      locale: "en-US",
      title: "Paper Kite",
      subtitle: "Fly high",
      short_description: null,
      description: "A kite of paper.",
      promotional_text: null,
      whats_new: "Stronger wind.",
      icon_url: "https://images.example/icon.png",
      screenshots: [{ url: "https://images.example/1.png", device_type: "iphone", order: 1 }],
      video_url: null,
      version: "3.1",
      version_released_at: "2026-05-06T07:08:09.000Z",
      unread_fields: ["promotional_text"],
    });
  });

  it("[LST-5] tells a short description that Google Play does not show from one that no store has", () => {
    const normalised = (of: Partial<ScraperListing>) => normaliseListing(target, scraperListing(of)).short_description;

    expect(normalised({ platform: "android", short_description: "Plan the week" })).toBe("Plan the week");
    expect(normalised({ platform: "android", short_description: null })).toBe("");
    expect(normalised({ platform: "ios" })).toBeNull();
  });

  it("cuts each text at its own length", () => {
    const listing = normaliseListing(
      target,
      scraperListing({
        title: endless,
        subtitle: endless,
        description: endless,
        promotional_text: endless,
        whats_new: endless,
      }),
    );

    expect(listing.title).toHaveLength(500);
    expect(listing.subtitle).toHaveLength(500);
    expect(listing.description).toHaveLength(50_000);
    expect(listing.promotional_text).toHaveLength(1_000);
    expect(listing.whats_new).toHaveLength(50_000);
  });

  it("keeps at most sixty screenshots, and only web URLs", () => {
    const screenshots = Array.from({ length: 100 }, (_, order) => ({
      url: order === 0 ? "data:image/png;base64,AA" : `https://images.example/${order}.png`,
      device_type: "ipad" as const,
      order,
    }));

    const kept = normaliseListing(target, scraperListing({ screenshots })).screenshots;

    expect(kept).toHaveLength(60);
    expect(kept[0]).toEqual({ url: "https://images.example/1.png", device_type: "ipad", order: 1 });
  });
});

describe("metrics", () => {
  it("round rating and price to two decimals and order the stars from one to five", () => {
    expect(normaliseMetrics("us", scraperMetrics())).toEqual({
      country_code: "us",
      rating: 4.57,
      rating_count: 15,
      stars: [1, 2, 3, 4, 5],
      price: 4.99,
      currency: "USD",
      installs_range: null,
      installs: null,
      file_size_bytes: 123_456,
    });
  });

  it("are limited to what a column holds", () => {
    const endlessCounts = scraperMetrics({
      rating_count: Number.MAX_SAFE_INTEGER,
      rating_breakdown: { "1": 0, "2": 0, "3": 0, "4": 0, "5": Number.MAX_SAFE_INTEGER },
    });

    expect(normaliseMetrics("us", endlessCounts)).toMatchObject({
      rating_count: 2_147_483_647,
      stars: [0, 0, 0, 0, 2_147_483_647],
    });
  });

  it("distinguish unknown from zero", () => {
    const unknown = scraperMetrics({ rating: null, rating_breakdown: null, price: null, currency: null });

    expect(normaliseMetrics("us", unknown)).toMatchObject({ rating: null, stars: null, price: null, currency: null });
  });
});
