import { describe, expect, it } from "vitest";
import { countries } from "../../db/seeds/countries.ts";
import { languagesOfApp } from "../../lib/domain/country.ts";
import { coverLanguages, type LanguageTexts } from "../../lib/domain/listing-coverage.ts";

const english = { title: "Notes", subtitle: "Write", short_description: null, description: "Write anywhere." };
const german = { title: "Notizen", subtitle: "Schreiben", short_description: null, description: "Überall schreiben." };

function cover(texts: Readonly<Record<string, LanguageTexts | null | undefined>>) {
  const read = Object.entries(texts).flatMap(([locale, shown]) =>
    shown === undefined ? [] : [[locale, shown] as const],
  );
  const covered = coverLanguages(Object.keys(texts), new Map(read));
  return Object.fromEntries(covered.map(({ locale, ...language }) => [locale, language]));
}

const own = { state: "own", own_fields: ["title", "subtitle", "description"], fallback_of: null };

describe("[LST-7] a language", () => {
  it("has texts of its own where no language before it shows them", () => {
    expect(cover({ "en-US": english, "de-DE": german })).toEqual({ "en-US": own, "de-DE": own });
  });

  it("is a fallback of the first language that shows the same texts", () => {
    const fallback = (locale: string) => ({ state: "fallback", own_fields: [], fallback_of: locale });

    expect(cover({ "en-US": english, "de-DE": german, ja: english, "de-AT": german })).toEqual({
      "en-US": own,
      "de-DE": own,
      ja: fallback("en-US"),
      "de-AT": fallback("de-DE"),
    });
  });

  it("has some texts of its own and shows the others of another language", () => {
    expect(cover({ "en-US": english, ja: { ...english, title: "ノート" } }).ja).toEqual({
      state: "own",
      own_fields: ["title"],
      fallback_of: "en-US",
    });
    expect(cover({ "en-US": english, "de-DE": { ...german, title: english.title } })["de-DE"]).toEqual({
      state: "own",
      own_fields: ["subtitle", "description"],
      fallback_of: "en-US",
    });
  });

  it("is a fallback of the description's language where it shows texts of several languages", () => {
    const mixed = { ...english, title: german.title };

    expect(cover({ "en-US": english, "de-DE": german, "de-AT": mixed })["de-AT"]).toEqual({
      state: "fallback",
      own_fields: [],
      fallback_of: "en-US",
    });
  });

  it("is compared in the texts that it shows: a subtitle that was not read, or is empty, is none of them", () => {
    expect(cover({ "en-US": english, ja: { ...english, subtitle: null } }).ja).toMatchObject({ state: "fallback" });
    expect(cover({ "en-US": english, ja: { ...english, short_description: "" } }).ja).toMatchObject({
      state: "fallback",
      fallback_of: "en-US",
    });
  });

  it("does not take a text of another field for the same text", () => {
    const swapped = { ...german, title: english.subtitle };

    expect(cover({ "en-US": english, "de-DE": swapped })["de-DE"]).toEqual(own);
  });

  it("has none where the store has no listing, and no state before it was read", () => {
    expect(cover({ "en-US": english, ja: null, "fr-FR": undefined })).toMatchObject({
      ja: { state: "none", own_fields: [], fallback_of: null },
      "fr-FR": { state: null, own_fields: [], fallback_of: null },
    });
  });
});

describe("[LST-7] the languages of an app", () => {
  const languages = (ownCountry: string, unavailable: readonly string[] = []) =>
    languagesOfApp(countries, { platform: "ios", ownCountry, unavailable });

  it("begin with the first one of its own storefront and go on in the order of storefronts", () => {
    expect(languages("us")[0]).toBe("en-US");
    expect(languages("jp")[0]).toBe("ja");
    expect(languages("jp").filter((locale) => locale !== "ja")).toEqual(
      languages("us").filter((locale) => locale !== "ja"),
    );
  });

  it("leave out a language whose storefronts all lack the app", () => {
    expect(languages("us", ["jp"])).not.toContain("ja");
    expect(languages("us", ["fr"])).toContain("fr-FR");
  });
});
