import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { localPrice } from "../../infra/store-simulator/catalogue/prices.ts";
import type { AppOnDay, AttributesOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import { accessibilityFeatures, privacyCategories, privacyTypes } from "../../infra/store-simulator/catalogue/words.ts";
import { normaliseFacts } from "../../lib/stores/normalise-facts.ts";
import { pagesResponseSchema } from "../../scrapers/contracts/app-parts.ts";
import { RELATED_APPS_MAX, type ScraperShownFacts } from "../../scrapers/contracts/facts.ts";
import { extendedIdentitySchema, listingSchema, listingsResponseSchema } from "../../scrapers/contracts/records.ts";
import { storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";
import { appleLibrary } from "../infra/stores/store-seams.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { independentPageParser } from "./independent-page-parser.ts";
import { DAY, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness();
const ios = () => harness.scrapers.ios;
const appsIn = (country: string) => harness.apps("ios").filter((app) => app.isAvailable(country));

/** The values of app-store-scraper that are facts as well. */
const libraryFacts = z
  .object({
    title: z.string(),
    developerId: z.number(),
    developer: z.string(),
    developerWebsite: z.string().optional(),
    primaryGenreId: z.number(),
    primaryGenre: z.string(),
    genreIds: z.array(z.string()),
    genres: z.array(z.string()),
    contentRating: z.string(),
    requiredOsVersion: z.string(),
    size: z.string(),
    languages: z.array(z.string()),
    supportedDevices: z.array(z.string()),
  })
  .transform((app) => ({
    name: app.title,
    publisher: { id: String(app.developerId), name: app.developer },
    category: { id: String(app.primaryGenreId), name: app.primaryGenre },
    categories: app.genreIds.map((id, index) => ({ id, name: app.genres[index] })),
    content_rating: { code: app.contentRating, text: null },
    minimum_os: app.requiredOsVersion,
    size_bytes: Number(app.size),
    languages: app.languages,
    supported_devices: app.supportedDevices,
    developer: app.developerWebsite === undefined ? undefined : { address: null, website: app.developerWebsite },
  }));

const listingOf = (app: AppOnDay, country: string) =>
  getParsed(listingSchema(), ios(), `/apps/${app.externalId}/listings?country=${country}&include=facts`);

describe("facts of lookup (ios)", () => {
  it("[FCT-3] are left out of a response that a cache has kept for more than ten minutes", async () => {
    const [app] = appsIn("us");
    const aged: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return new Response(response.body, { status: response.status, headers: { age: "601" } });
    };
    const { ios: scraper } = harness.with({ fetch: aged });
    const path = `/apps/${app?.externalId}/identity?country=us&include=facts`;

    const identity = await getParsed(extendedIdentitySchema(), scraper, path);
    const listing = await getParsed(
      listingSchema(),
      scraper,
      `/apps/${app?.externalId}/listings?country=us&include=facts`,
    );

    expect(identity.facts).toBeUndefined();
    expect(listing.facts).not.toHaveProperty("minimum_os");
    expect(listing.facts).toHaveProperty("in_app_purchases");
  });

  it.each(["us", "br"])("are for every app what app-store-scraper reads, field by field: %s", async (country) => {
    const library = appleLibrary(harness.simulator);
    for (const { externalId } of nonEmpty(appsIn(country))) {
      const path = `/apps/${externalId}/identity?country=${country}&include=facts`;
      const { facts } = await getParsed(extendedIdentitySchema(), ios(), path);

      expect(facts, externalId).toEqual(libraryFacts.parse(await library.app({ id: externalId, country })));
    }
  });

  it("come with every app of a storefront whose fields were all requested", async () => {
    const ids = appsIn("de").map(({ externalId }) => externalId);
    const path = `/storefronts/de/apps?ids=${ids.slice(0, 100)}&fields=all&lang=de-DE`;
    const library = appleLibrary(harness.simulator);

    const { apps } = await getParsed(storefrontAppsSchema(), ios(), path);

    expect(apps).toHaveLength(100);
    for (const app of apps) {
      const expected = await library.app({ id: app.id, country: "de", lang: "de_de" });
      expect(app.outcome === "found" && app.facts, app.id).toEqual(libraryFacts.parse(expected));
    }
  });

  it("are left out of responses that did not ask for them", async () => {
    const [app] = appsIn("us");
    const identity = await getParsed(extendedIdentitySchema(), ios(), `/apps/${app?.externalId}/identity`);
    const listing = await getParsed(listingSchema(), ios(), `/apps/${app?.externalId}/listings`);
    const { apps } = await getParsed(storefrontAppsSchema(), ios(), `/storefronts/us/apps?ids=${app?.externalId}`);

    for (const response of nonEmpty([identity, listing, apps[0]])) expect(response).not.toHaveProperty("facts");
    expect(listing).not.toHaveProperty("similar");
  });
});

describe("facts of a page (ios)", () => {
  type Listing = Awaited<ReturnType<typeof listingOf>>;
  const listings = new Map<string, Listing>();
  beforeAll(async () => {
    for (const app of appsIn("us")) listings.set(app.externalId, await listingOf(app, "us"));
  });

  it("are those of the catalogue wherever they could be read", async () => {
    const read = { in_app_purchases: 0, privacy: 0, accessibility: 0, privacy_policy: 0 };
    for (const app of nonEmpty(appsIn("us"))) {
      const { facts = {} } = listings.get(app.externalId) ?? {};
      const expected = pageFacts(app, "us");
      for (const key of ["in_app_purchases", "privacy", "accessibility", "privacy_policy"] as const) {
        if (facts[key] === undefined) continue;
        read[key] += 1;
        expect(normaliseFacts({ [key]: facts[key] }), app.externalId).toEqual(normaliseFacts({ [key]: expected[key] }));
      }
    }
    const apps = appsIn("us").length;
    for (const [key, count] of nonEmpty(Object.entries(read))) {
      expect(count, key).toBeGreaterThan(apps * 0.85);
      expect(count, key).toBeLessThan(apps);
    }
  });

  it("are those of lookup besides, in a listing", async () => {
    const [app] = appsIn("us");
    const { facts: ofLookup } = await getParsed(
      extendedIdentitySchema(),
      ios(),
      `/apps/${app?.externalId}/identity?include=metrics,facts`,
    );

    expect(ofLookup).toBeDefined();
    expect(
      (await getParsed(listingSchema(), ios(), `/apps/${app?.externalId}/listings?include=facts`)).facts,
    ).toMatchObject(ofLookup ?? {});
  });

  it("have the prices of the storefront", async () => {
    const app = appsIn("de").find(({ attributes }) => attributes.purchases.some(({ usd }) => usd !== null));
    const { facts } = await listingOf(app ?? harness.app("ios", () => true), "de");

    expect(JSON.stringify(facts?.in_app_purchases)).toContain("EUR ");
  });

  it("are the purchases that an independent parser finds in the markup, but those without a price", async () => {
    const parser = independentPageParser(harness.simulator, "us");
    let compared = 0;
    for (const app of nonEmpty(appsIn("us"))) {
      const { facts } = listings.get(app.externalId) ?? {};
      const purchases = facts?.in_app_purchases ?? { items: [] };
      const items = "items" in purchases ? purchases.items : [];
      const priced = items.flatMap(({ name, price }) => (price === null ? [] : [{ title: name, price }]));

      expect(priced, app.externalId).toEqual(await parser.inAppPurchases(app.externalId));
      compared += priced.length;
    }
    expect(compared).toBeGreaterThan(200);
  });

  it("come with the related apps that an independent parser finds in the markup", async () => {
    const parser = independentPageParser(harness.simulator, "us");
    let longLists = 0;
    for (const app of nonEmpty(appsIn("us"))) {
      const { similar = [], more_by_publisher = [] } = listings.get(app.externalId) ?? {};
      const ids = [...similar, ...more_by_publisher].map(({ app_id }) => app_id);
      const linked = new Set(await parser.linkedApps(app.externalId));

      if (similar.length < RELATED_APPS_MAX) expect(new Set(ids), app.externalId).toEqual(linked);
      else expect(linked, app.externalId).toEqual(new Set([...linked, ...ids]));
      longLists += Number(similar.length === RELATED_APPS_MAX && linked.size > RELATED_APPS_MAX);
    }
    expect(longLists).toBeGreaterThan(0);
  });

  it("come with related apps in the order of the store, with their subtitles in the page's language", async () => {
    const { catalogue } = harness.simulator;
    let compared = 0;
    for (const { externalId, publisher } of nonEmpty(appsIn("de").slice(0, 20))) {
      const path = `/apps/${externalId}/listings?country=de&lang=de-DE&include=facts`;
      const { similar, more_by_publisher } = await getParsed(listingSchema(), ios(), path);
      const others = catalogue
        .publisherApps({ ...request, publisherExternalId: publisher.externalId })
        .slice(0, 12)
        .filter((one) => one.externalId !== externalId);

      expect(more_by_publisher, externalId).toEqual(others.length === 0 ? undefined : shown(others));
      if (similar === undefined) continue;
      expect(similar, externalId).toEqual(shown(catalogue.similarApps({ ...request, externalId })));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  const request = { platform: "ios", country: "de", day: DAY } as const;
  const shown = (apps: readonly AppOnDay[]): ScraperShownFacts["similar"] =>
    apps.slice(0, RELATED_APPS_MAX).map((one) => {
      const { title, subtitle } = one.listing("de-DE", "de") ?? { title: "", subtitle: null };
      return { app_id: one.externalId, name: title, subtitle };
    });
});

describe("facts of one target of many (ios)", () => {
  const app = () => harness.app("ios", (one) => ["us", "de", "fr"].every((country) => one.isAvailable(country)));

  it("are returned with that page alone", async () => {
    const path = `/apps/${app().externalId}/pages?targets=us:en-US,de:de-DE,fr:fr-FR&facts=de:de-DE`;

    const { pages } = await getParsed(pagesResponseSchema(), ios(), path);

    expect(pages.map((one) => one.outcome === "found" && "facts" in one.page)).toEqual([false, true, false]);
    const alone = await getParsed(
      listingSchema(),
      ios(),
      `/apps/${app().externalId}/listings?country=de&lang=de-DE&include=facts`,
    );
    const page = pages.flatMap((one) => (one.outcome === "found" && "facts" in one.page ? [one.page] : []))[0];
    expect(page?.similar).toEqual(alone.similar);
    expect(page?.more_by_publisher).toEqual(alone.more_by_publisher);
    expect({ ...alone.facts, ...page?.facts }).toEqual(alone.facts);
    expect(Object.keys(page?.facts ?? {}).length).toBeGreaterThan(0);
  });

  it("are returned with that listing alone", async () => {
    const path = `/apps/${app().externalId}/listings/locales?countries=us:en-US,de:de-DE,fr&facts=us:en-US`;

    const { listings } = await getParsed(listingsResponseSchema(), ios(), path);

    expect(listings.map((one) => one.outcome === "found" && "facts" in one.listing)).toEqual([true, false, false]);
  });

  it("cost no request", async () => {
    const routes = [
      ["identity?country=de", "&include=facts"],
      ["identity?country=de&include=metrics", ",facts"],
      ["listings?country=de", "&include=facts"],
      ["listings/locales?countries=us:en-US,de:de-DE", "&facts=de:de-DE"],
      ["pages?targets=us:en-US,de:de-DE", "&facts=de:de-DE"],
    ];
    const { requests } = harness.simulator;
    for (const [route, facts] of nonEmpty(routes)) {
      const countOf = async (path: string) => {
        requests.clear();
        await getParsed(z.unknown(), ios(), `/apps/${app().externalId}/${path}`);
        return requests
          .list()
          .map(({ kind }) => kind)
          .toSorted();
      };
      expect(await countOf(`${route}${facts}`), route).toEqual(await countOf(route ?? ""));
    }
  });
});

/** The facts of a page, as the catalogue has them. */
function pageFacts({ attributes, publisher }: AppOnDay, country: string) {
  const items = attributes.purchases.map(({ name, usd }) => ({
    name,
    price: usd === null ? null : priceText(usd, country),
  }));
  return {
    in_app_purchases: items.length === 0 ? null : { items },
    privacy: privacyOf(attributes),
    accessibility: attributes.accessibility.length === 0 ? null : attributes.accessibility.map(titled(featureTitles)),
    privacy_policy: `${publisher.website}/privacy`,
  };
}

const featureTitles = new Map(Object.entries(accessibilityFeatures));
const categoryTitles = new Map(Object.entries(privacyCategories));

function titled(titles: ReadonlyMap<string, string>) {
  return (id: string) => ({ id, title: titles.get(id) ?? "" });
}

function priceText(usd: number, country: string): string {
  const { amount, currency } = localPrice(usd, country);
  return `${currency} ${amount}`;
}

function privacyOf({ privacy }: AttributesOnDay) {
  if (privacy.length === 0) return [{ id: "DATA_NOT_COLLECTED", title: "Data Not Collected", categories: [] }];
  return privacy.map(({ type, categories }) => ({
    id: type,
    title: privacyTypes[type],
    categories: categories.map(titled(categoryTitles)),
  }));
}
