import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { storefrontLanguages } from "../../lib/domain/country.ts";
import {
  identitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsSchema,
  STOREFRONTS_PER_CALL_MAX,
} from "../../scrapers/contracts/records.ts";
import { get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const app = () =>
  harness.app("ios", (one) => one.unavailableCountries().length === 0 && one.facts.languages.length > 9);
const absentApp = () => harness.app("ios", (one) => one.isAvailable("us") && !one.isAvailable("sk"));

const ios = () => harness.scrapers.ios;
const languagesOf = (kind: "lookup" | "page") =>
  harness.simulator.requests.list({ kind }).map(({ language }) => language);

/** Makes lookup reject a language with 400, as Apple does for unknown ones. */
function rejectLanguage(language: string): void {
  harness.simulator.faults.add({ match: { kind: "lookup", language }, respond: { status: 400 } });
}

async function listingsOf(one: AppOnDay, storefronts: readonly string[]) {
  const path = `/apps/${one.externalId}/listings/locales?countries=${storefronts.join(",")}`;
  return (await getParsed(listingsResponseSchema(), ios(), path)).listings;
}

describe("the language of a listing request to Apple", () => {
  it.each([
    ["de", "de-DE", "de_de", "de-DE"],
    ["at", "de-DE", "de_de", "de-DE"],
    ["us", "en-US", "en_us", "en-US"],
    ["us", "es-MX", "es_mx", "es-MX"],
    ["ca", "fr-CA", "fr_ca", "fr-CA"],
    ["sa", "ar", "ar_sa", "ar"],
    ["br", "pt-BR", "pt_br", "pt-BR"],
    ["sk", "sk", "sk_sk", "sk"],
    ["vn", "vi", "vi_vi", "vi"],
    ["no", "nb", "no_no", "nb"],
    ["be", "nl-NL", "nl_nl", "nl"],
    ["cn", "zh-Hans", "zh_cn", "zh-Hans-CN"],
    ["tw", "zh-Hant", "zh_tw", "zh-Hant-TW"],
    ["hk", "zh-Hant", "zh_hk", "zh-Hant-HK"],
    ["mo", "zh-Hant", "zh_hk", "zh-Hant-HK"],
  ])("is in %s and %s: %s in lookup, %s on the page", async (country, locale, lookup, page) => {
    await listingsOf(app(), [`${country}:${locale}`]);

    expect([languagesOf("lookup"), languagesOf("page")]).toEqual([[lookup], [page]]);
  });

  it("[TRAP-17] is one that Apple accepts, and the listing's, in every storefront of the service", async () => {
    const pairs = countries.flatMap((country) =>
      storefrontLanguages(country, "ios").map((locale) => ({ country: country.code, locale })),
    );
    expect(pairs.length).toBeGreaterThan(180);

    for (let start = 0; start < pairs.length; start += STOREFRONTS_PER_CALL_MAX) {
      const some = pairs.slice(start, start + STOREFRONTS_PER_CALL_MAX);
      const listings = await listingsOf(
        app(),
        some.map(({ country, locale }) => `${country}:${locale}`),
      );

      const expected = some.map(({ country, locale }) => app().listing(locale, country));
      expect(listings).toMatchObject(
        some.map((pair, index) => {
          const { title, subtitle, description } = expected[index] ?? {};
          return { ...pair, outcome: "found", listing: { ...pair, title, subtitle, description } };
        }),
      );
      expect(expected.map((listing) => listing?.locale)).toEqual(some.map(({ locale }) => locale));
    }
    expect(new Set(harness.simulator.requests.list().map(({ status }) => status))).toEqual(new Set([200]));
    expect(harness.simulator.requests.count({ kind: "lookup" })).toBe(pairs.length);
  });
});

describe("a language that lookup rejects", () => {
  it("is omitted from a second lookup, which returns the storefront's first language", async () => {
    rejectLanguage("de_de");
    harness.logged.length = 0;

    const path = `/apps/${app().externalId}/listings?country=de&lang=de-DE`;
    const listing = await getParsed(listingSchema(), ios(), path);

    const { title, description } = app().listing(null, "de") ?? {};
    expect(listing).toMatchObject({ locale: "de-DE", title, description, unread_fields: [] });
    expect(languagesOf("lookup")).toEqual(["de_de", null]);
    expect(harness.logged).toContainEqual({
      level: "warn",
      event: "language.rejected",
      fields: expect.objectContaining({ country: "de", lang: "de_de" }),
    });
  });

  it.each([
    ["sk:sk", "sk_sk"],
    ["sa:ar", "ar_sa"],
    ["us:es-MX", "es_mx"],
    ["de:en-GB", "en_gb"],
  ])(
    "[TRAP-17] fails the listing of %s, which the storefront would show in another language",
    async (storefront, language) => {
      rejectLanguage(language);

      const [item, other] = await listingsOf(app(), [storefront, "fr:fr-FR"]);

      expect(item).toMatchObject({ outcome: "failed", reason: "invalid_response" });
      expect(other).toMatchObject({ outcome: "found", locale: "fr-FR" });
      expect(languagesOf("lookup").toSorted()).toEqual([language, "fr_fr", null].toSorted());
      expect(languagesOf("page")).toEqual(["fr-FR"]);
    },
  );

  it("still returns 404 when the storefront lacks the app", async () => {
    rejectLanguage("sk_sk");

    expect(await listingsOf(absentApp(), ["sk:sk"])).toEqual([
      { country: "sk", locale: "sk", outcome: "empty_response" },
    ]);
  });

  it("costs one more lookup only, even when that is rejected", async () => {
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 400 } });

    const [item] = await listingsOf(app(), ["de:de-DE"]);

    expect(item).toMatchObject({ outcome: "failed", reason: "invalid_response" });
    expect(languagesOf("lookup")).toEqual(["de_de", null]);
  });

  it("does not fail an identity or metrics", async () => {
    rejectLanguage("sk_sk");

    await getParsed(identitySchema(), ios(), `/apps/${app().externalId}/identity?country=sk&lang=sk`);
    await getParsed(metricsSchema(), ios(), `/apps/${app().externalId}/metrics?country=sk&lang=sk`);

    expect(languagesOf("lookup")).toEqual(["sk_sk", null, "sk_sk", null]);
  });
});

describe("a lookup that fails for another reason", () => {
  it.each([403, 429, 500])("is not repeated without its language (%i)", async (status) => {
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status } });

    await listingsOf(app(), ["de:de-DE"]);

    expect(languagesOf("lookup")).toEqual(["de_de"]);
  });

  it("is not repeated when it was rejected without a language", async () => {
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 400 } });

    const response = await get(ios(), `/apps/${app().externalId}/identity?country=de`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(languagesOf("lookup")).toEqual([null]);
  });
});
