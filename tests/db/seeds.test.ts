import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { seed, seeds } from "../../db/seeds/seed.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { activeStorefronts, GLOBAL_COUNTRY, listingLanguages, storefrontLanguages } from "../../lib/domain/country.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { useDatabase } from "../support/database.ts";
import { androidListings, iosListings, iosStorefronts, words } from "./expected-storefronts.ts";

const database = useDatabase();

const targetsOf = (platform: Platform) =>
  listingLanguages(countries, platform).map(({ locale, storefronts: [first] }) => `${locale}:${first}`);

describe("countries", () => {
  it("[CTY-2] are 124 and the sentinel, each once", () => {
    expect(new Set(countries.map((country) => country.code)).size).toBe(125);
    expect(countries.filter((country) => country.iosCrossLocalizable !== null)).toHaveLength(73);
  });

  it("have a flag, the sentinel none", () => {
    const emoji = new Map(countries.map((country) => [country.code, country.emoji]));

    expect(emoji.get("tr")).toBe("🇹🇷");
    expect(emoji.get("us")).toBe("🇺🇸");
    expect(emoji.get(GLOBAL_COUNTRY)).toBe("");
  });

  it("include 111 App Store storefronts in order of importance", () => {
    expect(activeStorefronts(countries, "ios").map((country) => country.code)).toEqual(words(iosStorefronts));
  });

  it.each(platforms)("give the 20 largest storefronts of %s a weight", (platform) => {
    const largest = activeStorefronts(countries, platform).filter(({ priority }) => priority > 0);

    expect(largest.map(({ code }) => code)).toEqual(words(iosStorefronts).slice(0, 20));
  });

  it("include 124 Google Play storefronts, without the sentinel", () => {
    const codes = activeStorefronts(countries, "android").map((country) => country.code);

    expect(codes).toHaveLength(124);
    expect(codes).not.toContain(GLOBAL_COUNTRY);
  });

  it("give each of the 39 App Store languages the storefront that is requested first", () => {
    expect(targetsOf("ios").toSorted()).toEqual(words(iosListings).toSorted());
    expect(targetsOf("ios")).toHaveLength(39);
  });

  it("give each of the 60 Google Play languages the storefront that is requested first", () => {
    expect(targetsOf("android").toSorted()).toEqual(words(androidListings).toSorted());
    expect(targetsOf("android")).toHaveLength(60);
  });
});

describe("a store language", () => {
  it("lists storefronts with it as first language first, by importance", () => {
    const catalan = listingLanguages(countries, "ios").find(({ locale }) => locale === "ca");
    const german = listingLanguages(countries, "ios").find(({ locale }) => locale === "de-DE");

    expect(catalan?.storefronts).toEqual(["es"]);
    expect(german?.storefronts.slice(0, 3)).toEqual(["de", "at", "ch"]);
  });

  it.each(platforms)("lists every storefront of %s that shows it, each once", (platform) => {
    const listed = listingLanguages(countries, platform).flatMap(({ locale, storefronts }) =>
      storefronts.map((code) => `${code} ${locale}`),
    );
    const shown = activeStorefronts(countries, platform).flatMap((country) =>
      storefrontLanguages(country, platform).map((locale) => `${country.code} ${locale}`),
    );

    expect(listed.toSorted()).toEqual([...new Set(shown)].toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe("store categories", () => {
  it("are 42 of the App Store and then 58 of Google Play, each with its All first", () => {
    const platforms = storeCategories.map((category) => category.platform);
    expect(platforms.lastIndexOf("ios")).toBe(41);
    expect(platforms.indexOf("android")).toBe(42);
    expect(storeCategories).toHaveLength(100);

    expect([storeCategories[0], storeCategories[42]]).toMatchObject([
      { externalId: null, name: "All", slug: "all", type: "app" },
      { externalId: null, name: "All", slug: "all", type: "app" },
    ]);
  });

  it("have lower-case names with hyphens as slugs", () => {
    const slugs = new Map(storeCategories.map((category) => [category.externalId, category.slug]));

    expect(slugs.get("6027")).toBe("graphics-design");
    expect(slugs.get("FAMILY_ACTION")).toBe("family-action-adventure");
  });

  it("are stored in order, games under their parents", async () => {
    const rows = await database().sql`
      SELECT child.id, child.external_id, parent.external_id AS parent
      FROM store_categories child LEFT JOIN store_categories parent ON parent.id = child.parent_id ORDER BY child.id`;

    expect(rows.map((row) => row.id)).toEqual(storeCategories.map((_, place) => place + 1));
    expect(rows.map((row) => row.parent)).toEqual(storeCategories.map((category) => category.parentExternalId));
    expect(rows.filter((row) => row.parent === "6014")).toHaveLength(16);
    expect(rows.filter((row) => row.parent === "GAME")).toHaveLength(17);
    expect(rows.filter((row) => row.parent === "FAMILY")).toHaveLength(6);
    expect(rows.filter((row) => row.external_id === "GAME" || row.external_id === "FAMILY")).toMatchObject([
      { parent: null },
      { parent: null },
    ]);
  });
});

describe("seeding", () => {
  const stored = () => database().sql`
    SELECT xmin::text, ctid::text, to_jsonb(countries) AS row FROM countries
    UNION ALL SELECT xmin::text, ctid::text, to_jsonb(store_categories) FROM store_categories ORDER BY 1, 2`;

  it("saves the countries", async () => {
    const [row] = await database().sql`SELECT to_jsonb(c) AS country FROM countries c WHERE code = 'es'`;

    expect(row?.country).toEqual({
      code: "es",
      name: "Spain",
      emoji: "🇪🇸",
      priority: 50,
      ios_languages: ["es-ES", "ca", "en-GB"],
      ios_cross_localizable: ["en-GB", "ca"],
      android_languages: ["es-ES", "ca", "en-US"],
    });
  });

  it("writes no row when nothing changed", async () => {
    const before = await stored();

    await seed(database().db, seeds);

    expect(await stored()).toEqual(before);
  });

  it("restores changed rows and no others", async () => {
    const { db, sql } = database();
    const before = await sql`SELECT to_jsonb(c) AS row FROM store_categories c ORDER BY id`;
    await sql`UPDATE store_categories SET parent_id = id, name = 'Other' WHERE external_id = 'GAME_WORD'`;

    await seed(db, seeds);

    expect(await sql`SELECT to_jsonb(c) AS row FROM store_categories c ORDER BY id`).toEqual(before);
  });
});
