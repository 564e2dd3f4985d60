import { describe, expect, it } from "vitest";

import { describeEvent, priceText } from "../../../../web/features/events/event-words.ts";
import { languagesOf, madeEvent, placesOf } from "./made-event.ts";

const move = {
  country_code: "us",
  collection: "top_free",
  category_id: 36,
  rank: 5,
  previous_rank: 12,
  window: 100,
} as const;

describe("an event in words", () => {
  it("says of listing.changed in how many languages, and how many texts they show", () => {
    const title = (data: Parameters<typeof madeEvent>[1]) => describeEvent(madeEvent("listing.changed", data, "title"));

    expect(title({ locale: "en-US", distinct_texts: 2, languages_total: 39 })).toBe(
      "Title changed in 39 languages (2 texts)",
    );
    expect(title({ locale: "en-US", distinct_texts: 1, languages_total: 5 })).toBe(
      "Title changed in 5 languages (1 text)",
    );
    expect(title({ locale: "ja", distinct_texts: 1, languages_total: 1 })).toBe("Title changed in Japanese");
  });

  it("says of pictures, which have no language, only how many different ones there are", () => {
    const pictures = { before_pictures: ["https://a.example/1"], after_pictures: [], languages_total: 39 };

    expect(describeEvent(madeEvent("listing.changed", { ...pictures, distinct_texts: 1 }, "icon_url"))).toBe(
      "Icon changed",
    );
    expect(describeEvent(madeEvent("listing.changed", { ...pictures, distinct_texts: 3 }, "screenshots"))).toBe(
      "Screenshots changed (3 different sets)",
    );
  });

  it("says of listing.locale_added which language the listing has now", () => {
    const data = { locale: "de-DE", languages: languagesOf("de-DE"), languages_total: 1 };

    expect(describeEvent(madeEvent("listing.locale_added", data))).toBe("Listing added in German (Germany)");
  });

  it("says of listing.locale_removed in how many languages the listing is gone", () => {
    expect(describeEvent(madeEvent("listing.locale_removed", { locale: "ja", languages_total: 3 }))).toBe(
      "Listing removed in 3 languages",
    );
  });

  it("says of app.version_released the version", () => {
    expect(describeEvent(madeEvent("app.version_released", { version: "2.0" }))).toBe("New version 2.0");
  });

  it("says of app.price_changed both prices, and where they are the same", () => {
    const price = (countries: ReturnType<typeof placesOf>, countries_total = countries.length) =>
      describeEvent(
        madeEvent("app.price_changed", { before: "1.99 USD", after: "2.99 USD", countries, countries_total }),
      );

    expect(price(placesOf("1.99 USD", "2.99 USD", "us", "ec", "sv"))).toBe("Price: $1.99 → $2.99 in 3 storefronts");
    expect(price(placesOf("1.99 USD", "2.99 USD", "us"))).toBe("Price: $1.99 → $2.99 in United States");
    expect(price([])).toBe("Price: $1.99 → $2.99");
    expect(
      price([...placesOf("1.99 USD", "2.99 USD", "us"), ...placesOf("2.29 EUR", "2.99 EUR", "de", "fr")], 60),
    ).toBe("Price: $1.99 → $2.99 in United States, and changed in 59 more");
  });

  it("says of app.availability_changed whether storefronts have the app now", () => {
    const availability = (countries: ReturnType<typeof placesOf>) =>
      describeEvent(madeEvent("app.availability_changed", { countries, countries_total: countries.length }));
    const gone = placesOf("available", "unavailable", "fr");
    const come = placesOf("unavailable", "available", "de", "at");

    expect(availability(gone)).toBe("Became unavailable in France");
    expect(availability(come)).toBe("Became available in 2 storefronts");
    expect(availability([...gone, ...come])).toBe("Availability changed in 3 storefronts");
  });

  it("says of app.removed that no storefront sells the app", () => {
    expect(describeEvent(madeEvent("app.removed", { countries: [], countries_total: 0 }))).toBe(
      "No storefront sells it any longer",
    );
  });

  it("says of app.returned in how many storefronts the app is again", () => {
    const countries = placesOf("unavailable", "available", "de", "at");

    expect(describeEvent(madeEvent("app.returned", { countries, countries_total: 2 }))).toBe(
      "Available again in 2 storefronts",
    );
  });

  it("says of app.fact_changed which fact, and the storefronts only if it depends on them", () => {
    const size = { countries: placesOf("1000000", "2000000", "us"), countries_total: 1 };

    expect(describeEvent(madeEvent("app.fact_changed", size, "size_bytes"))).toBe("Size changed in United States");
    expect(describeEvent(madeEvent("app.fact_changed", { countries: [], countries_total: 0 }, "publisher"))).toBe(
      "Publisher changed",
    );
  });

  it("says of rating.changed how the average moved and how many ratings were gained", () => {
    const rating = (now: number | null, before: number | null, rating_count: number, previous_rating_count: number) =>
      describeEvent(
        madeEvent("rating.changed", { rating: now, previous_rating: before, rating_count, previous_rating_count }),
      );

    expect(rating(4.07, 4.12, 13_240, 12_000)).toBe("Rating: 4.12 → 4.07, 1,240 more ratings");
    expect(rating(4.12, 4.12, 11_000, 12_000)).toBe("Rating: 4.12, 1,000 fewer ratings");
    expect(rating(4.5, 4.4, 80, 80)).toBe("Rating: 4.40 → 4.50");
    expect(rating(4.5, 4.4, 81, 80)).toBe("Rating: 4.40 → 4.50, 1 more rating");
    expect(rating(4.5, null, 80, 0)).toBe("Rating: 4.50, 80 more ratings");
  });

  it("says of chart.rank_changed how many charts, and the move in the largest storefront", () => {
    const ranks = (given: Partial<typeof move> | { readonly rank: null } | { readonly previous_rank: null }) =>
      describeEvent(madeEvent("chart.rank_changed", { charts: [{ ...move, ...given }], charts_total: 7 }));

    expect(ranks({})).toBe("Moved in 7 charts: #12 → #5 Free, United States");
    expect(ranks({ previous_rank: null })).toBe("Moved in 7 charts: below #100 → #5 Free, United States");
    expect(ranks({ rank: null })).toBe("Moved in 7 charts: #12 → below #100 Free, United States");
  });

  it("says of publisher.app_added whose app is new", () => {
    expect(
      describeEvent(madeEvent("publisher.app_added", { publisher: { id: 7, external_id: "77", name: "Tamton Ltd" } })),
    ).toBe("New app of Tamton Ltd");
  });

  it("says of sync.failed why", () => {
    expect(describeEvent(madeEvent("sync.failed", { reason: "The store rejected too many requests" }))).toBe(
      "Sync failed: The store rejected too many requests",
    );
  });
});

it.each([
  ["0.00 USD", "Free"],
  ["1.99 EUR", "€1.99"],
  ["1.99", "1.99"],
  ["a price", "a price"],
  [null, "unknown"],
])("shows the price %j as %s", (text, shown) => {
  expect(priceText(text)).toBe(shown);
});
