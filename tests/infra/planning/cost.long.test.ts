import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dev, prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { describeLimits } from "../../../infra/planning/describe-bottleneck.ts";
import { describeCost, estimateCost } from "../../../infra/planning/describe-cost.ts";
import { readInventory } from "../../../infra/planning/inventory.ts";
import type { Month } from "../../../infra/planning/later-sync.ts";
import { findLimits } from "../../../infra/planning/limits.ts";
import { readCostOptions, splitApps } from "../../../infra/planning/options.ts";
import { pipelineSettings } from "../../../infra/planning/pipeline-settings.ts";
import { prices, regions, unverifiedPrices } from "../../../infra/planning/prices.ts";
import { readSimulationOptions } from "../../../infra/planning/simulation-options.ts";
import { batchesOf, chartFetchesPerDay, syncShape } from "../../../infra/planning/sync-shape.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { equalStores } from "../../support/store-settings.ts";

const IDLE_USD_MAX = 5;

const inventory = readInventory(prod);

describe("what a deployment has, by its templates", () => {
  it("names the six queues, each with its consumer's concurrency", () => {
    const names = [
      ...Object.values(syncQueueNames).flatMap(Object.values<string>),
      ...Object.values<string>(chartQueueNames),
    ];
    const concurrency = Object.fromEntries(inventory.queues.map(({ name, maxConcurrency }) => [name, maxConcurrency]));

    expect(Object.keys(concurrency).toSorted()).toEqual(names.toSorted());
    expect(concurrency[syncQueueNames.tracked.ios]).toBe(prod.sync.maxConcurrency.tracked);
  });

  it("has no part that is paid for by the hour but the database", () => {
    expect(inventory).toMatchObject({ natGateways: 0, endpointZones: 0, databaseInstances: 1 });
    expect(inventory.secrets).toBeGreaterThan(0);
    expect(inventory.alarmMetrics).toBeGreaterThan(0);
  });
});

describe("a full sync", () => {
  it("requests 39 languages and 111 storefronts of the App Store, 60 and 74 of Google Play", () => {
    const items = (platform: "ios" | "android") => batchesOf(syncShape(platform)).map((batch) => batch.items);

    expect(items("ios")).toEqual([1, 37, 2, 50, 50, 11]);
    // The page of identity shows one of the languages. The other storefronts are those that are not first for any
    // language.
    expect(items("android")).toEqual([1, 49, 10, 50, 24]);
  });

  it("leaves 5,661 and 12,276 fetches of charts a day, or those of some countries", () => {
    const all = { dailyCountries: "active", pages: "on" } as const;
    expect(chartFetchesPerDay("ios", all)).toEqual({ pages: 2_775, feeds: 2_886 });
    expect(chartFetchesPerDay("ios", { ...all, pages: "off" })).toEqual({ pages: 0, feeds: 8_658 });
    expect(chartFetchesPerDay("android", all)).toEqual({ pages: 0, feeds: 12_276 });
    expect(chartFetchesPerDay("ios", { ...all, dailyCountries: ["us"] })).toEqual({ pages: 25, feeds: 26 });
    expect(chartFetchesPerDay("android", { ...all, dailyCountries: ["us", "de"] }).feeds).toBe(198);
  });
});

describe("the cost of a stage", () => {
  const idle = (stage: typeof dev) =>
    estimateCost({
      stage,
      inventory: readInventory(stage),
      apps: { ios: 0, android: 0 },
      requestsPerDay: 0,
      assumed,
      region: "us-east-1",
      freeTier: "none",
      month: "later",
    }).bill.totalUsd;

  it(`is at most ${IDLE_USD_MAX} USD a month for dev without traffic, its wake-ups and alarms included`, () => {
    expect(idle(dev)).toBeLessThanOrEqual(IDLE_USD_MAX);
  });

  it("grows with what is kept, until charts are dropped as fast as they are stored", () => {
    const at = (month: "first" | "later") =>
      estimateCost({
        stage: prod,
        inventory,
        apps: { ios: 0, android: 0 },
        requestsPerDay: 0,
        assumed,
        region: "us-east-1",
        freeTier: "none",
        month,
      });
    const gbOf = (month: "first" | "later") => at(month).storage.reduce((sum, { gb }) => sum + gb, 0);

    expect(gbOf("later")).toBeGreaterThan(6 * gbOf("first"));
    expect(at("later").bill.totalUsd).toBeGreaterThan(at("first").bill.totalUsd + 1);
  });

  it("is that of a database which never sleeps for prod", () => {
    expect(idle(prod)).toBeGreaterThan(0.5 * 730 * 0.12);
  });

  it("says what is assumed, what is idle and which syncs exceed the limits of the stores", () => {
    const text = describeCost(readCostOptions(["--apps", "10000"]), inventory).join("\n");

    expect(text).toContain("10,000 apps (5,000 App Store, 5,000 Google Play)");
    expect(text).toContain("Idle, without apps or requests:");
    expect(text).toContain("The first month, in which every app is also read whole once, and month 13,");
    expect(text).toContain("THE FIRST MONTH HAS MORE WORK THAN CAN BE DONE");
    expect(text).toContain("free tier: none");
    expect(text).toMatch(/charts +1\.\d+ +21\.\d+ +415 days/);
    expect(text).toContain("lambdaRequests: 0.2 USD / 1,000,000 invocations (aws.amazon.com/lambda/pricing)");
  });
});

describe("the bills that the documents show", () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
  const inventories = { dev: readInventory(dev), prod: inventory };
  const stages = { dev, prod };
  const usd = (apps: number, name: "dev" | "prod", month: Month) =>
    estimateCost({
      stage: stages[name],
      inventory: inventories[name],
      apps: splitApps(apps, 50),
      requestsPerDay: apps * assumed.apiRequestsPerApp,
      assumed,
      region: "us-east-1",
      freeTier: "none",
      month,
    }).bill.totalUsd;
  const wholeNumber = (text = "") => Number(text.replaceAll(",", ""));

  it("are those of the code in deploy.md, in the first month and in the later one", () => {
    const rows = [...read("deploy.md").matchAll(/--apps (\d+) --stage (dev|prod)` \| (\d+) \/ (\d+)/g)];

    expect(rows).toHaveLength(3);
    for (const [row, apps = "", stage, first, later] of rows) {
      const name = stage === "dev" ? "dev" : "prod";
      const bills = (["first", "later"] as const).map((month) => Math.round(usd(Number(apps), name, month)));
      expect(bills, row).toEqual([Number(first), Number(later)]);
    }
  });

  it("are those of the code in capacity.md, by the number of apps", () => {
    const [, table = ""] = read("capacity.md").split("| Apps | The bill if every app were synced |");
    const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([\d,]+) \| (\d+)\b/gm)];

    expect(rows).toHaveLength(6);
    for (const [row, apps, bill] of rows) {
      expect(Math.round(usd(wholeNumber(apps), "prod", "later")), row).toBe(Number(bill));
    }
  });

  it("are those of the code for dev, and for what full monitoring would add to it", () => {
    const text = read("capacity.md");
    const more = readInventory({ ...dev, monitoring: "full" });
    const { alarms, dashboards } = prices;
    const added =
      (more.alarmMetrics - inventories.dev.alarmMetrics) * alarms.in["us-east-1"].usd +
      more.dashboards.length * dashboards.in["us-east-1"].usd;

    expect(text).toContain(`**Dev idles at ${usd(0, "dev", "later").toFixed(2)} USD**`);
    expect(text).toContain(`are another ${added.toFixed(2)} USD`);
    expect(text).toContain(`for ${inventory.alarmMetrics} alarm metrics`);
  });
});

describe("the limits that capacity.md shows", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/capacity.md"), "utf8");
  const { changedShare } = readSimulationOptions([]);

  it.each([100_000, 1_000_000])("are those of the code for %d apps, each with its setting", (apps) => {
    const limits = findLimits({
      apps: splitApps(apps, 50),
      requestsPerDay: apps * assumed.apiRequestsPerApp,
      assumed: { ...assumed, changedApps: changedShare },
      stage: prod,
      month: "later",
      settings: pipelineSettings(prod, inventory),
    });
    const lines = describeLimits(`${apps.toLocaleString("en-US")} apps`, limits);

    expect(lines.length).toBeGreaterThan(1);
    expect(text).toContain(`\`\`\`\n${lines.join("\n")}\n\`\`\``);
  });
});

describe("the prices", () => {
  it.each(regions)("each have a unit and an amount in %s, and are named where they have no source", (region) => {
    const unverified = unverifiedPrices(region);
    for (const [name, { per, unit, in: regional }] of nonEmpty(Object.entries(prices))) {
      const { usd, source } = regional[region];
      expect(usd).toBeGreaterThanOrEqual(0);
      expect(per).toBeGreaterThan(0);
      expect(unit).not.toBe("");
      expect(unverified.some((one) => one === name)).toBe(source === null);
    }
  });
});

describe("the limits of a stage", () => {
  it("are what its budgets, schedule, consumers and database carry in a day", () => {
    const settings = pipelineSettings(prod, inventory);
    const limits = findLimits({
      apps: { ios: 1_000, android: 0 },
      requestsPerDay: 0,
      assumed,
      stage: prod,
      month: "later",
      settings: {
        ...settings,
        refreshSeconds: 86_400,
        readsAll: { ios: true, android: true },
        sweep: { ...settings.sweep, schedule: "off" },
        stores: equalStores({ perMinute: 60, capacity: 100 }),
        charts: { ...settings.charts, ios: { perDay: 26_000, perMinute: 20 } },
        syncsPerTick: 10,
      },
    });
    const ios = Object.fromEntries(
      limits.filter(({ platform }) => platform === "ios").map((limit) => [limit.name, limit]),
    );

    // 86,400 requests less 26,000 charts, 151 a sync; 10 syncs a tick, 96 ticks.
    const itunes = ios["the budget of itunes.apple.com"];
    expect(itunes?.capacityPerDay).toBeCloseTo((86_400 - 26_000) / 151, 6);
    expect(itunes?.demandPerDay).toBe(1_000);
    expect(itunes?.needed).toBe("122.9");
    expect(ios["the budget of apps.apple.com"]?.capacityPerDay).toBeCloseTo(86_400 / 150, 6);
    expect(ios["the schedule of ios syncs"]).toMatchObject({ capacityPerDay: 960, needed: "11" });
  });

  it("name the pace of the sweep where a day cannot read the largest storefronts of all followed apps", () => {
    const settings = pipelineSettings(prod, inventory);
    const sweepOf = (ios: number) => {
      const apps = { ios, android: 50_000 };
      return findLimits({ apps, requestsPerDay: 0, assumed, stage: prod, month: "later", settings }).filter(
        ({ kind }) => kind === "sweep",
      );
    };

    const day = Math.floor(settings.sweep.batchesPerMinute * 1_440 * 0.9);
    expect(sweepOf(50_000)).toMatchObject([
      { unit: "batches", demandPerDay: 334 * 20, capacityPerDay: day - Math.floor(day / 10) },
    ]);
    expect(sweepOf(500_000)).toMatchObject([
      { demandPerDay: 3_334 * 20, setting: "sweep.batchesPerMinute", needed: expect.stringMatching(/^5\d\.\d$/) },
    ]);
  });
});
