import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../infra/store-simulator/catalogue/records.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { chartCollections } from "../../lib/domain/chart.ts";
import { platformFacts } from "../../lib/domain/platform.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import type { ChartEntry } from "../../lib/stores/records.ts";
import { createAndroidScraper } from "../../scrapers/android/scraper.ts";
import { createIosScraper } from "../../scrapers/ios/scraper.ts";
import { createScraperConnector, DAY, startStores, targetsOf } from "./scraper-world.ts";

const APPS = 12;
const STOREFRONTS = 6;
const context = { correlationId: "agreement", deadlineMs: 30_000 };
const scrapers = { ios: createIosScraper, android: createAndroidScraper };

describe.each(["ios", "android"] as const)("[CON-2] the records of the %s connector", (platform) => {
  let simulator: StoreSimulator;
  let connector: StoreConnector;

  beforeAll(async () => {
    simulator = await startStores();
    connector = createScraperConnector(platform, simulator, scrapers[platform]);
  });
  afterAll(() => simulator.stop());

  const apps = () => {
    const today = simulator.catalogue.apps(platform).map((app) => app.on(DAY));
    return today.filter((app) => app.isInStore && app.isAvailable("us")).slice(0, APPS);
  };
  const targets = (app: AppOnDay) =>
    targetsOf(platform, simulator.catalogue.countries, app.availableCountries()).slice(0, STOREFRONTS);

  it("agree with the catalogue on identity", async () => {
    for (const app of apps()) {
      const lookup = await connector.fetchIdentity({ externalId: app.externalId, country: "us" }, context);

      const metrics = app.metrics("us");
      expect(lookup).toMatchObject({
        outcome: "found",
        record: {
          externalId: app.externalId,
          publisher: { externalId: app.publisher.externalId, name: app.publisher.name },
          originalReleaseDate: app.originalReleaseDate,
          isFree: metrics?.price === 0,
          price: metrics?.price,
          currency: metrics?.currency,
          version: app.version,
          iconUrl: app.iconUrl,
        },
      });
    }
  });

  it("agree with the catalogue on listings", async () => {
    for (const app of apps()) {
      const { externalId } = app;
      const responses = await connector.fetchListings({ externalId, targets: targets(app) }, context);

      for (const { target, lookup } of responses) {
        const listing = app.listing(target.locale, target.country);
        expect(lookup).toMatchObject({
          outcome: "found",
          record: {
            ...target,
            title: listing?.title,
            subtitle: listing?.subtitle,
            promotionalText: listing?.promotionalText,
            screenshots: listing?.screenshots,
            videoUrl: listing?.videoUrl,
            unreadFields: [],
          },
        });
      }
    }
  });

  it("agree with the catalogue on the storefronts that do not have an app", async () => {
    const lacking = apps().filter((app) => app.unavailableCountries().length > 0);
    expect(lacking).not.toEqual([]);

    for (const app of lacking) {
      const { countries } = simulator.catalogue;
      const absent = targetsOf(platform, countries, app.unavailableCountries()).slice(0, STOREFRONTS);
      const requested = [...absent, ...targets(app)];
      const responses = await connector.fetchListings({ externalId: app.externalId, targets: requested }, context);

      const outcomes = requested.map(({ country }) => (app.isAvailable(country) ? "found" : "empty_response"));
      expect(responses.map(({ lookup }) => lookup.outcome)).toEqual(outcomes);
    }
  });

  it("agree with the catalogue on metrics", async () => {
    for (const app of apps()) {
      const { externalId } = app;
      const isGlobal = platformFacts[platform].hasGlobalMetrics;
      const countries = isGlobal ? ["us"] : targets(app).map(({ country }) => country);
      const responses = await connector.fetchMetrics({ externalId, countries }, context);

      for (const { country, lookup } of responses) {
        const metrics = app.metrics(country);
        expect(lookup).toMatchObject({
          outcome: "found",
          record: {
            ratingCount: metrics?.ratingCount,
            stars: metrics?.stars,
            price: metrics?.price,
            currency: metrics?.currency,
            installsRange: metrics?.installsRange,
            fileSizeBytes: metrics?.fileSizeBytes,
          },
        });
      }
    }
  });

  it.each(chartCollections)("agree with the catalogue on the chart %s", async (collection) => {
    for (const country of ["us", "jp"]) {
      const request = { collection, country, categoryExternalId: null };
      const entries = await connector.fetchChart(request, context);

      const chart = simulator.catalogue.chart({ platform, collection, country, category: null, day: DAY });
      expect(entries.length).toBeGreaterThan(5);
      expect(entries.map(chartFacts)).toEqual(
        chart.slice(0, entries.length).map((app, index) => {
          const metrics = app.metrics(country);
          return {
            rank: index + 1,
            externalId: app.externalId,
            publisher: { externalId: linkedId(app), name: app.publisher.name },
            price: metrics?.price,
            currency: metrics?.currency,
            isFree: metrics?.price === 0,
          };
        }),
      );
    }
  });

  it("agree with the catalogue on the apps of each publisher, whatever its name", async () => {
    for (const publisher of simulator.catalogue.publishers(platform)) {
      const { externalId } = publisher;
      const shown = simulator.catalogue.publisherApps({
        platform,
        publisherExternalId: externalId,
        country: "us",
        day: DAY,
      });
      if (shown.length === 0) continue;
      const lookup = await connector.fetchPublisherApps({ externalId, country: "us" }, context);

      const apps = lookup.outcome === "found" ? lookup.record : [];
      expect(apps.map((app) => app.externalId)).toEqual(shown.map((app) => app.externalId));
      expect(apps.map((app) => app.publisher)).toEqual(shown.map(() => ({ externalId, name: publisher.name })));
    }
  });

  it("agree with the catalogue on the publishers that a search finds", async () => {
    for (const { facts } of apps()) {
      const publishers = await connector.searchPublishers({ term: facts.brand, country: "us", limit: 50 }, context);

      expect(publishers).toContainEqual(
        expect.objectContaining({ externalId: facts.publisher.externalId, name: facts.publisher.name }),
      );
      for (const { externalId, sampleApps } of publishers) {
        const owners = sampleApps.map((app) => simulator.catalogue.app(platform, app.externalId)?.publisher.externalId);
        expect(owners).toEqual(sampleApps.map(() => externalId));
      }
    }
  });
});

/** The App Store's charts link to no publisher that names no seller. */
function linkedId({ platform, publisher }: AppOnDay): string | null {
  return platform === "ios" && !publisher.hasSeller ? null : publisher.externalId;
}

function chartFacts({ rank, externalId, publisher, price, currency, isFree }: ChartEntry) {
  return { rank, externalId, publisher, price, currency, isFree };
}
