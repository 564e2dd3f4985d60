import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { nonEmpty } from "../../support/non-empty.ts";

const catalogue = createCatalogue({ seed: 5, epoch: "2026-01-01" });

describe.each(platforms)("the %s catalogue", (platform) => {
  const today = catalogue.apps(platform).map((app) => app.on(0));
  const living = today.filter((app) => app.isInStore);
  const storefronts = activeStorefronts(catalogue.countries, platform).length;

  it("has at least 2,000 apps of at least 300 publishers, one of which has more than 100", () => {
    const owned = Map.groupBy(today, ({ publisher }) => publisher.externalId);

    expect(today.length).toBeGreaterThanOrEqual(2_000);
    expect(owned.size).toBeGreaterThanOrEqual(300);
    expect(Math.max(...[...owned.values()].map((apps) => apps.length))).toBeGreaterThan(100);
  });

  it("has most apps everywhere, some in all but 1 to 30 storefronts, a few in 1 to 3", () => {
    const missing = living.map((app) => app.unavailableCountries().length);
    const share = (fits: (count: number) => boolean) => missing.filter(fits).length / living.length;

    expect(share((count) => count === 0)).toBeGreaterThan(0.5);
    expect(share((count) => count > 0 && count <= 31)).toBeGreaterThan(0.2);
    expect(share((count) => count >= storefronts - 4)).toBeGreaterThan(0.01);
  });

  it("has publishers with every awkward kind of name", () => {
    const names = catalogue
      .publishers(platform)
      .map(({ name }) => name)
      .join("\n");

    for (const part of [",", "&", "+", "/", "'", "#", "%", "?", "\\", "株式会社", "ООО", "شركة"]) {
      expect(names).toContain(part);
    }
  });

  it("has unrated apps, paid apps, videos and first versions without release notes", () => {
    const seen = living.flatMap((app) => shownIn(app));

    expect(seen.some(({ metrics }) => metrics?.rating === null)).toBe(true);
    expect(seen.some(({ metrics }) => (metrics?.price ?? 0) > 0)).toBe(true);
    expect(seen.some(({ listing }) => listing?.videoUrl !== null)).toBe(true);
    expect(seen.some(({ listing }) => listing?.whatsNew === null)).toBe(true);
  });

  it("counts every rating in exactly one star", () => {
    for (const { metrics } of nonEmpty(living.flatMap((app) => shownIn(app)))) {
      expect(metrics?.stars.reduce((sum, count) => sum + count, 0)).toBe(metrics?.ratingCount);
    }
  });

  it("changes about a third of its apps from one day to the next", () => {
    const changed = sample(platform, 0, 1).filter((isChanged) => isChanged);

    expect(changed.length / SAMPLE).toBeGreaterThan(0.22);
    expect(changed.length / SAMPLE).toBeLessThan(0.45);
  });

  it("lets apps appear and vanish as the days pass", () => {
    const later = catalogue.apps(platform).map((app) => app.on(90).isInStore);
    const became = (before: boolean, after: boolean) =>
      today.some((app, index) => app.isInStore === before && later[index] === after);

    expect(became(false, true)).toBe(true);
    expect(became(true, false)).toBe(true);
  });

  it("moves the release date of a version forward only, and never beyond the day", () => {
    for (const app of nonEmpty(catalogue.apps(platform).slice(0, 100))) {
      const dates = Array.from({ length: 60 }, (_, day) => Date.parse(app.on(day).versionReleasedAt));

      expect(dates).toEqual(dates.toSorted((a, b) => a - b));
      if (app.on(0).isInStore) expect(dates[59]).toBeLessThan(catalogue.startOf(59).getTime());
    }
  });
});

it("shows no version for some Android apps and one for every iOS app", () => {
  const without = (platform: Platform) => catalogue.apps(platform).filter((app) => app.on(0).version === null).length;

  expect(without("android")).toBeGreaterThan(50);
  expect(without("ios")).toBe(0);
});

it("writes another language where the app has it and its first language where it has not", () => {
  const app = catalogue
    .apps("ios")
    .filter(({ languages }) => languages.includes("de") && languages[0] !== "de" && !languages.includes("ja"))
    .map(({ on }) => on(0))
    .find(({ isAvailable }) => isAvailable("de") && isAvailable("jp"));

  expect(app?.listing("de-DE", "de")).toMatchObject({ locale: "de-DE", textLanguage: "de" });
  expect(app?.listing(null, "jp")).toMatchObject({ locale: "ja", textLanguage: app?.facts.languages[0] });
});

const SAMPLE = 150;

function sample(platform: Platform, fromDay: number, toDay: number): readonly boolean[] {
  return catalogue
    .apps(platform)
    .slice(0, SAMPLE)
    .map(({ externalId }) => {
      const changes = catalogue.changes({ platform, externalId, fromDay, toDay });
      return [changes.identity, changes.listings, changes.prices, changes.ratings, changes.availability].some(
        (rows) => rows.length > 0,
      );
    });
}

function shownIn(app: AppOnDay) {
  const [country] = app.availableCountries();
  return country === undefined ? [] : [{ listing: app.listing(null, country), metrics: app.metrics(country) }];
}
