import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { prod } from "../../infra/aws/stages.ts";
import { appsServedPerDay, type CapacitySettings } from "../../lib/domain/daily-capacity.ts";
import type { Platform } from "../../lib/domain/platform.ts";

const facts = { countries, categories: storeCategories };
const served = (platform: Platform, settings: CapacitySettings = prod) => appsServedPerDay(platform, settings, facts);

const withHost = (host: keyof typeof prod.stores.hosts, perMinute: number): CapacitySettings => ({
  ...prod,
  stores: { ...prod.stores, hosts: { ...prod.stores.hosts, [host]: { ...prod.stores.hosts[host], perMinute } } },
});

describe("the followed apps that a day serves", () => {
  it("are in prod those whose pages the App Store's host of pages allows beside the charts", () => {
    // 2,775 pages of charts; 39 languages, and the one of the own storefront once a week.
    expect(served("ios")).toBe(Math.floor((20 * 1_440 - 2_775) / (39 / 28 + 1 / 7)));
  });

  it("are fewer where the pace of the App Store's sweep reads fewer batches", () => {
    // 8 batches a minute, 1,440 minutes; a shard of 150 apps has 113 batches.
    const slower = { ...prod, sweep: { ...prod.sweep, batchesPerMinute: 8 } };
    expect(served("ios", slower)).toBe(Math.floor((8 * 1_440 * 150) / 113));
  });

  it("are in prod those whose page, and new version every 28 days, Google Play's host allows beside the charts", () => {
    // 12,276 charts; 60 languages.
    expect(served("android")).toBe(Math.floor((30 * 1_440 - 12_276) / (1 + 60 / 28)));
  });

  it("are fewer where the host of the App Store's pages has a lower limit", () => {
    // 2,775 pages of charts; 39 languages, and the one of the own storefront once a week.
    const pages = 39 / 28 + 1 / 7;
    expect(served("ios", withHost("apps.apple.com", 5))).toBe(Math.floor((5 * 1_440 - 2_775) / pages));
  });

  it("are more where fewer charts are fetched", () => {
    const fewCharts = { ...prod, charts: { ...prod.charts, dailyCountries: ["us"] } };

    expect(served("android", fewCharts)).toBe(Math.floor((30 * 1_440 - 99) / (1 + 60 / 28)));
  });

  it("are few where no sweep reads many apps at once", () => {
    // A whole run has 301 requests, 151 of them lookups; 2,886 feeds of charts.
    const unswept = { ...prod, sweep: { ...prod.sweep, schedule: "off" as const } };

    expect(served("ios", unswept)).toBe(Math.floor((20 * 1_440 - 2_886) / 151));
  });

  it("are none where charts take all, and any number where the stores have no limit", () => {
    expect(served("android", withHost("play.google.com", 8))).toBe(0);
    expect(served("android", local)).toBe(Number.POSITIVE_INFINITY);
  });
});
