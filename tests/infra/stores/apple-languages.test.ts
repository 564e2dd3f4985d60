import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get, lookUp } from "./store-seams.ts";

let simulator: StoreSimulator;
let app: AppOnDay;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 5, appsPerStore: 300, publishersPerStore: 40 });
  const apps = simulator.catalogue.apps("ios").map((one) => one.on(0));
  const translated = apps.find((one) => one.unavailableCountries().length === 0 && one.facts.languages.length > 9);
  if (translated === undefined) throw new Error("the catalogue has no such app");
  app = translated;
});
afterAll(() => simulator.stop());

async function describedIn(query: string) {
  const [record] = await lookUp(simulator, `id=${app.externalId}&${query}`);
  return record?.description;
}

describe("Apple's lookup", () => {
  it.each(["de_de", "DE_DE"])("takes a language as %s", async (lang) => {
    expect(await describedIn(`country=de&lang=${lang}`)).toBe(app.listing("de-DE", "de")?.description);
  });

  it.each(["en-us", "zh-CN"])("takes %s, which public code sends", async (lang) => {
    const country = lang.slice(-2).toLowerCase();

    expect(await describedIn(`country=${country}&lang=${lang}`)).toBe(app.listing(null, country)?.description);
  });

  it.each(["de-DE", "de", "xxxx", "zh-Hant"])("rejects %j with 400 and says which key is wrong", async (lang) => {
    const response = await get(simulator, "itunes.apple.com", `/lookup?id=${app.externalId}&country=de&lang=${lang}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errorMessage: "Invalid value(s) for key(s): [language]",
      queryParameters: { lang: "ISO-2A language code" },
    });
  });

  it.each([
    ["sk", "en-GB"],
    ["sa", "en-GB"],
    ["be", "en-GB"],
    ["de", "de-DE"],
    ["uy", "en-GB"],
    ["do", "es-MX"],
  ])("returns %s in %s when no language is requested", async (country, locale) => {
    expect(app.listing(null, country)?.locale).toBe(locale);
    expect(await describedIn(`country=${country}`)).toBe(app.listing(locale, country)?.description);
  });

  it.each([
    ["us", "ja_jp", "en-US"],
    ["de", "en_us", "de-DE"],
    ["sk", "de_de", "en-GB"],
  ])("returns %s, which does not have %s, in %s", async (country, lang, locale) => {
    expect(await describedIn(`country=${country}&lang=${lang}`)).toBe(app.listing(locale, country)?.description);
  });
});

describe("the web page of an app", () => {
  const languageOf = async (country: string, l: string) => {
    const page = await get(simulator, "apps.apple.com", `/${country}/app/slug/id${app.externalId}?l=${l}`);
    return /<html lang="([^"]*)"/.exec(await page.text())?.[1];
  };

  it.each([
    ["be", "nl", "nl-NL"],
    ["sg", "zh-Hans-CN", "zh-Hans"],
    ["hk", "zh-Hant-HK", "zh-Hant"],
    ["ca", "fr-CA", "fr-CA"],
  ])("is in %s shown by its tag %s", async (country, tag, locale) => {
    expect(await languageOf(country, tag)).toBe(locale);
  });

  it("takes no notice of tags that it does not know", async () => {
    expect(await languageOf("sg", "zh_cn")).toBe("en-GB");
    expect(await languageOf("be", "nl-NL")).toBe("en-GB");
  });
});
