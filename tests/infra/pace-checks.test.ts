import { describe, expect, it } from "vitest";
import { local, localWithLiveStores } from "../../infra/aws/local-stages.ts";
import { paceFaults } from "../../infra/aws/pace-checks.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, keywords, prod } from "../../infra/aws/stages.ts";
import { usersPerDayMax } from "../../infra/aws/users-share.ts";

const withCharts = (stage: Stage, charts: Partial<Stage["charts"]>): Stage => ({
  ...stage,
  charts: { ...stage.charts, ...charts },
});
const withSweep = (stage: Stage, sweep: Partial<Stage["sweep"]>): Stage => ({
  ...stage,
  sweep: { ...stage.sweep, ...sweep },
});
const withClass = (stage: Stage, changed: Partial<Stage["stores"]["classes"]>): Stage => ({
  ...stage,
  stores: { ...stage.stores, classes: { ...stage.stores.classes, ...changed } },
});
const faultsOf = (stage: Stage) => paceFaults(stage).join("\n");

describe("the paces of charts and sweeps", () => {
  it.each([local, localWithLiveStores, dev, prod])("suit the budgets of stage $name", (stage) => {
    expect(paceFaults(stage)).toEqual([]);
  });

  it("take less in a minute than the store's budget allows, so that syncs get their share", () => {
    const withoutSweep = withSweep(prod, { schedule: "off" });

    const withPace = (ios: number, pages: "on" | "off") =>
      faultsOf(withCharts(withoutSweep, { chartsPerMinute: { ios, android: 12 }, pages }));

    expect(withPace(20, "off")).toContain(
      'charts.chartsPerMinute.ios (20) must be less than stores.hosts["itunes.apple.com"].perMinute (20)',
    );
    expect(withPace(12, "off")).toBe("");
  });

  it("count half of the App Store's charts for each of their two hosts", () => {
    const withPages = (pages: "on" | "off") =>
      faultsOf(withCharts(withSweep(prod, { batchesPerMinute: 11 }), { pages }));

    expect(withPages("on")).toBe("");
    expect(withPages("off")).toContain("charts.chartsPerMinute.ios (8) + sweep.batchesPerMinute (11)");
  });

  it("are added up where a platform has a sweep", () => {
    expect(faultsOf(withSweep(prod, { batchesPerMinute: 16 }))).toContain(
      "half of charts.chartsPerMinute.ios (4) + sweep.batchesPerMinute (16) must be less than " +
        'stores.hosts["itunes.apple.com"]',
    );
    expect(faultsOf(withSweep(prod, { batchesPerMinute: 11 }))).toBe("");
    expect(faultsOf(withSweep(prod, { batchesPerMinute: 16, schedule: "off" }))).toBe("");
  });

  it("[KWR-11] leave two requests of each minute to others, tracked terms included", () => {
    const withTerms = (perMinute: typeof keywords.perMinute) =>
      faultsOf({ ...prod, keywords: { ...keywords, perMinute } });

    expect(withTerms({ ios: 4, android: 10 })).toBe("");
    expect(withTerms({ ios: 5, android: 4 })).toContain(
      "half of charts.chartsPerMinute.ios (4) + sweep.batchesPerMinute (10) + keywords.perMinute.ios (5) must be at most 18",
    );
    expect(withTerms({ ios: 3, android: 11 })).toContain("keywords.perMinute.android (11) must be at most what");
    expect(faultsOf({ ...withSweep(prod, { batchesPerMinute: 12 }), keywords: "off" })).toBe("");
  });

  it("leave room in each minute of their host", () => {
    const withMost = (mostInAMinute: number): Stage => {
      const itunes = { ...prod.stores.hosts["itunes.apple.com"], mostInAMinute };
      const hosts = { ...prod.stores.hosts, "itunes.apple.com": itunes };
      return { ...prod, stores: { ...prod.stores, hosts } };
    };

    expect(faultsOf(withMost(15))).toContain(
      "half of charts.chartsPerMinute.ios (4) + sweep.batchesPerMinute (10) must be at most 11: " +
        'stores.hosts["itunes.apple.com"].mostInAMinute (15) less the 4 that sweeps leave to others.',
    );
    expect(faultsOf(withMost(20))).toBe("");
  });

  it("are within what their classes may ever get", () => {
    expect(faultsOf(withCharts(prod, { chartsPerMinute: { ios: 8, android: 21 } }))).toContain(
      "charts.chartsPerMinute.android (21) must be at most what stores.classes.play_batch allows in a minute (20).",
    );
    const pinned = { itunes_lookup: { startPerMinute: 7, capPerMinute: 20, adaptive: false } };
    expect(faultsOf(withClass(prod, pinned))).toContain(
      "sweep.batchesPerMinute (10) must be at most what stores.classes.itunes_lookup allows in a minute (7).",
    );
    expect(faultsOf(withClass(local, pinned))).toBe("");
  });
});

describe("the capacity of a host's budget", () => {
  it("pays for a batch of a sync", () => {
    const pages = { ...prod.stores.hosts["apps.apple.com"], capacity: 49 };
    const hosts = { ...prod.stores.hosts, "apps.apple.com": pages };

    expect(faultsOf({ ...prod, stores: { ...prod.stores, hosts } })).toBe(
      'stores.hosts["apps.apple.com"].capacity (49) must be at least 50: what one batch of a sync costs.',
    );
  });
});

describe("the lease of a fetch", () => {
  it.each([
    ["charts.leaseSeconds", withCharts],
    ["sweep.leaseSeconds", withSweep],
  ] as const)("is longer than a call to a real store and the write after it: %s", (setting, change) => {
    expect(faultsOf(change(prod, { leaseSeconds: 31 }))).toContain(`${setting} (31) must be longer than a call`);
    expect(faultsOf(change(prod, { leaseSeconds: 32 }))).toBe("");
    expect(faultsOf(change(local, { leaseSeconds: 3 }))).toBe("");
  });
});

describe("the users' share of a host's day", () => {
  const withShare = (stage: Stage, usersPerDay: number): Stage => {
    const play = { ...stage.stores.hosts["play.google.com"], usersPerDay };
    return { ...stage, stores: { ...stage.stores, hosts: { ...stage.stores.hosts, "play.google.com": play } } };
  };

  it("is at most what charts, own storefronts and own pages of 100,000 followed apps leave", () => {
    // 43,200 requests, 12,276 of charts and a page of 50,000 apps in 2.5 days.
    expect(usersPerDayMax(prod, "play.google.com")).toBe(43_200 - 12_276 - 20_000);
    expect(faultsOf(withShare(prod, 10_924))).toBe("");
    expect(faultsOf(withShare(prod, 10_925))).toBe(
      'stores.hosts["play.google.com"].usersPerDay (10925) must be a number from 1 to 10924: what charts, own ' +
        "storefronts and own pages of 100,000 followed apps leave of its day.",
    );
  });

  it("is positive", () => {
    expect(faultsOf(withShare(prod, 0))).toContain("usersPerDay (0) must be a number from 1 to");
    expect(faultsOf(withShare(local, 0))).toContain("usersPerDay (0) must be a positive number");
  });

  it("is any other where the host has no limit", () => {
    expect(faultsOf(withShare(local, 10_000_000))).toBe("");
  });
});
