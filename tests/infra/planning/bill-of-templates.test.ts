import { describe, expect, it } from "vitest";
import * as z from "zod";

import type { Stage } from "../../../infra/aws/stage.ts";
import { dev, prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { estimateCost } from "../../../infra/planning/describe-cost.ts";
import { readInventory } from "../../../infra/planning/inventory.ts";
import { splitApps } from "../../../infra/planning/options.ts";
import { pipelineSettings } from "../../../infra/planning/pipeline-settings.ts";
import { planActivity, schedulesOf } from "../../../infra/planning/plan-activity.ts";
import { type FreeTier, type Region, regions } from "../../../infra/planning/prices.ts";
import { chartFetchesPerDay } from "../../../infra/planning/sync-shape.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { measureUnits } from "../../../lib/runtime/telemetry.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { resourcesOf, synthesiseStage } from "../fixtures/synthesise-stage.ts";

const HOURS = 730;
const DAYS = HOURS / 24;
/** A cent of each line: the test adds other lines than the bill. */
const CENT = 0.01;

const inventories = new Map<Stage, ReturnType<typeof readInventory>>();
const inventoryOf = (stage: Stage) => {
  const inventory = inventories.get(stage) ?? readInventory(stage);
  inventories.set(stage, inventory);
  return inventory;
};

type Terms = Readonly<Record<Platform, number>>;
type Circumstances = { readonly region?: Region; readonly freeTier?: FreeTier; readonly keywords?: Terms };

const noTerms: Terms = { ios: 0, android: 0 };

function billOf(stage: Stage, count: number, circumstances: Circumstances = {}) {
  const { region = "us-east-1", freeTier = "none", keywords = noTerms } = circumstances;
  const inventory = inventoryOf(stage);
  const requestsPerDay = count * assumed.apiRequestsPerApp;
  const apps = splitApps(count, 50);
  const used = { apps, keywords, requestsPerDay };
  return estimateCost({ stage, inventory, ...used, assumed, region, freeTier, month: "later" }).bill;
}

const idleBill = (stage: Stage, circumstances?: Circumstances) => billOf(stage, 0, circumstances);

const functionSchema = z.object({ FunctionName: z.string(), MemorySize: z.number() });

/** What a stage has, read from its templates without the code that the bill is computed by. */
function readTemplates(stage: Stage) {
  const templates = Object.values(synthesiseStage(stage));
  const all = (type: string) => templates.flatMap((template) => resourcesOf(template, type));
  const properties = (type: string) => all(type).map(([, { Properties = {} }]) => Properties);
  const functions = templates.flatMap((template) =>
    resourcesOf(template, "AWS::Lambda::Function")
      .filter(([, { Metadata }]) => Metadata?.["local:entry"])
      .map(([id, { Properties }]) => ({ id, template, ...functionSchema.parse(Properties) })),
  );
  const alarmMetrics = properties("AWS::CloudWatch::Alarm").map(
    (alarm) => JSON.stringify(alarm).match(/"MetricStat":/g)?.length ?? 1,
  );
  const ticks = templates.flatMap((template) =>
    resourcesOf(template, "AWS::Events::Rule").flatMap(([, { Properties = {} }]) => {
      if (typeof Properties.ScheduleExpression !== "string") return [];
      const [, target] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(Properties.Targets)) ?? [];
      const found = functions.find((one) => one.template === template && one.id === target);
      return [
        {
          name: found?.FunctionName ?? "",
          memoryMb: found?.MemorySize ?? 0,
          runs: tickTimes(Properties.ScheduleExpression, 1).length,
        },
      ];
    }),
  );
  const memoryOf = (name: RegExp) => {
    const found = new Set(functions.filter((one) => name.test(one.FunctionName)).map(({ MemorySize }) => MemorySize));
    expect([name, found.size]).toEqual([name, 1]);
    return [...found][0] ?? 0;
  };
  return { all, properties, alarmMetrics, ticks, memoryOf };
}

describe.each([prod, dev])("the bill of stage $name without apps and requests", (stage) => {
  const { lines, totalUsd } = idleBill(stage);
  const usdOf = (service: string, ...items: readonly string[]) =>
    lines
      .filter((line) => line.service === service && items.includes(line.item))
      .reduce((sum, { usd }) => sum + usd, 0);
  const { all, properties, alarmMetrics, ticks, memoryOf } = readTemplates(stage);
  const fetches = (lines.find(({ item }) => item === "messages")?.quantity ?? 0) / 3 / DAYS;
  const billedApart = /visit-api|probe-api|check-safeguards|measure-service|dispatch-webhooks/;
  const scheduled = ticks.filter(({ name }) => !billedApart.test(name));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  it("has CloudWatch's alarms, dashboards and metrics, each as often as the templates", () => {
    const gauges = Object.values(measureUnits).filter((unit) => unit !== "Count").length;
    const filters = all("AWS::Logs::MetricFilter").length;
    // One of them is of the App Store alone: how late its sweep is.
    const metrics = stage.monitoring === "full" ? 2 * gauges - 1 + filters : 0;
    const of = (item: string) => usdOf("CloudWatch and X-Ray", item);

    expect(of("alarms")).toBeCloseTo(0.1 * sum(alarmMetrics), 6);
    expect(of("dashboards")).toBeCloseTo(3 * all("AWS::CloudWatch::Dashboard").length, 6);
    expect(of("large dashboards")).toBe(0);
    expect(of("custom metrics")).toBeCloseTo(0.3 * metrics, 6);
  });

  it("has the database at its least capacity, the secrets, the versions of the keys and the polls of the queues", () => {
    const [cluster = {}] = properties("AWS::RDS::DBCluster");
    const { MinCapacity } = z.object({ MinCapacity: z.number() }).parse(cluster.ServerlessV2ScalingConfiguration);
    const secrets = all("AWS::SecretsManager::Secret").length;
    // In month 13 the first rotation is charged beside the key.
    const versions = 2 * all("AWS::KMS::Key").length;
    const consumed = all("AWS::Lambda::EventSourceMapping").length;

    if (MinCapacity > 0) expect(usdOf("Aurora", "capacity")).toBeCloseTo(MinCapacity * HOURS * 0.12, 6);
    expect(usdOf("Secrets Manager", "secrets")).toBeCloseTo(0.4 * secrets, 6);
    expect(usdOf("Network and keys", "customer managed keys")).toBeCloseTo(versions, 6);
    expect(usdOf("SQS", `polls of ${consumed} queues`)).toBeCloseTo((consumed * 5 * HOURS * 180 * 0.4) / 1e6, 6);
    expect(properties("AWS::KMS::Key").filter(({ EnableKeyRotation }) => EnableKeyRotation !== true)).toEqual([]);
  });

  it("has what runs by schedule, at the memory of each function, and its traces", () => {
    const runs = sum(scheduled.map(({ runs: each }) => each)) * DAYS;
    const gbSeconds = sum(scheduled.map(({ memoryMb, runs: each }) => (memoryMb / 1_024) * each)) * DAYS * 2;

    expect(usdOf("Lambda", "schedules")).toBeCloseTo(gbSeconds * 0.0000133334, 2);
    const traced = usdOf("CloudWatch and X-Ray", "traces") * (1e6 / 5);
    if (!stage.tracing.consumers) expect(traced).toBeCloseTo(runs, 0);
  });

  it("has the day's charts, at the memory of their consumers and scrapers", () => {
    const gbOf = (item: string) => lines.find((line) => line.service === "Lambda" && line.item === item)?.quantity ?? 0;
    const seconds = (item: string, memoryMb: number) => gbOf(item) / (memoryMb / 1_024);
    const ofConsumers = seconds("chart consumers", memoryOf(/charts-\w+-consumer$/));
    const ofScrapers = seconds("scrapers", memoryOf(/-scraper$/));

    // A consumer waits for its scraper, and takes two statements of 4 ms and one besides.
    const charts = lines.find(({ item }) => item === "messages")?.quantity ?? 0;
    const fetches = charts / 3;
    expect(ofConsumers / fetches - ofScrapers / fetches).toBeCloseTo(0.012, 3);
    expect(usdOf("SQS", "messages")).toBeCloseTo((charts * 0.4) / 1e6, 6);
  });

  it("has an invocation of each schedule, and of a consumer and a scraper for each fetch of charts", () => {
    const runs = sum(scheduled.map(({ runs: each }) => each));

    expect(usdOf("Lambda", "invocations")).toBeCloseTo(((2 * fetches + runs) * DAYS * 0.2) / 1e6, 6);
  });

  it("has the checks of each five minutes, a second each, with the probe's request and their traces", () => {
    const checks = ticks.filter(({ name }) => /probe-api|check-safeguards|measure-service/.test(name));
    const probes = sum(checks.filter(({ name }) => name.endsWith("probe-api")).map(({ runs }) => runs));
    const runs = sum(checks.map(({ runs: each }) => each));
    const gbOfChecks = sum(checks.map(({ memoryMb, runs: each }) => (each * memoryMb) / 1_024));
    const gbOfRequests = (probes * 0.06 * memoryOf(/-list-apps$/)) / 1_024;

    expect(usdOf("Lambda", "checks and the probe's requests")).toBeCloseTo(
      (gbOfChecks + gbOfRequests) * DAYS * 0.0000133334,
      6,
    );
    expect(usdOf("CloudWatch and X-Ray", "traces of checks")).toBeCloseTo((runs * DAYS * 5) / 1e6, 6);
  });

  it("has the ticks of webhooks, a second each, with their traces, where webhooks are on", () => {
    const dispatcher = ticks.filter(({ name }) => name.endsWith("dispatch-webhooks"));
    const runs = sum(dispatcher.map(({ runs: each }) => each));
    const gb = sum(dispatcher.map(({ memoryMb, runs: each }) => (each * memoryMb) / 1_024));

    expect(dispatcher).toHaveLength(stage.webhooks.delivery === "on" ? 1 : 0);
    expect(usdOf("Lambda", "webhooks")).toBeCloseTo(gb * DAYS * 0.0000133334, 6);
    expect(usdOf("Lambda", "invocations for webhooks")).toBeCloseTo((runs * DAYS * 0.2) / 1e6, 6);
    expect(usdOf("CloudWatch and X-Ray", "traces of webhooks")).toBeCloseTo((runs * DAYS * 5) / 1e6, 6);
    expect(usdOf("CloudWatch and X-Ray", "logs of webhooks")).toBeCloseTo((runs * DAYS * 3 * 600 * 0.5) / 1e9, 6);
  });

  it("has a read of the secret for each run of a schedule, and for each consumer that is replaced", () => {
    const environments = properties("AWS::Lambda::EventSourceMapping").map(
      ({ ScalingConfig }) => z.object({ MaximumConcurrency: z.number() }).parse(ScalingConfig).MaximumConcurrency,
    );
    // Each lives two hours. A day without as many messages replaces fewer.
    const replaced = Math.min(sum(environments) * 12, fetches);
    const runs = sum(scheduled.map(({ runs: each }) => each));

    expect(usdOf("Secrets Manager", "reads")).toBeCloseTo(((runs + replaced) * DAYS * 0.05) / 1e4, 6);
  });

  it("has what charts write, what is kept of them for 400 days and half a month, and a line of log for each step", () => {
    const [ios, android] = platforms.map((platform) => {
      const { pages, feeds } = chartFetchesPerDay(platform, stage.charts);
      return pages + feeds;
    });
    const ranks = (ios ?? 0) * 255 + (android ?? 0) * 200;
    const bytes = ranks * 15 * Math.min(415, (13 * 365) / 12) + fetches * 250 * 35;
    const runs = sum(scheduled.map(({ runs: each }) => each));
    const logGb = ((3 * fetches + 3 * runs) * DAYS * 600) / 1e9 + 0.1;

    // Pages of charts show apps without names, which 11 lookups find for a hundred pages.
    const lookups = chartFetchesPerDay("ios", stage.charts).pages * 0.11;
    expect((ios ?? 0) + (android ?? 0) + lookups).toBeCloseTo(fetches, 0);
    expect(usdOf("Aurora", "storage")).toBeCloseTo(0.1 * (1 + bytes / 2 ** 30), 3);
    expect(usdOf("Aurora", "writes")).toBeCloseTo((((ranks * 30) / 4_096) * DAYS * 0.2) / 1e6, 3);
    expect(usdOf("CloudWatch and X-Ray", "logs written")).toBeCloseTo(0.5 * logGb, 3);
  });

  it("has no line besides that is worth more than a few cents", () => {
    const recounted: Readonly<Record<string, readonly string[]>> = {
      "CloudWatch and X-Ray": [
        ...["alarms", "dashboards", "custom metrics", "logs written", "traces", "traces of checks"],
        ...["traces of webhooks", "logs of webhooks"],
      ],
      Aurora: ["capacity", "storage", "writes"],
      "Secrets Manager": ["secrets", "reads"],
      "Network and keys": ["customer managed keys"],
      SQS: lines.flatMap(({ service, item }) => (service === "SQS" ? [item] : [])),
      Lambda: [
        "schedules",
        "chart consumers",
        "scrapers",
        "invocations",
        "checks and the probe's requests",
        "webhooks",
      ],
    };
    const others = lines.filter(({ service, item }) => !recounted[service]?.includes(item));

    expect(others.filter(({ usd }) => usd > 0.055).map(({ service, item }) => `${service}: ${item}`)).toEqual([]);
    expect(Math.abs(sum(lines.map(({ usd }) => usd)) - totalUsd)).toBeLessThan(CENT);
  });
});

describe("the bill of a month without apps and requests", () => {
  it("is at most 71 USD for prod where CloudWatch's free tier is left, and 66 where all of it is", () => {
    expect(idleBill(prod, { freeTier: "monitoring" }).totalUsd).toBeLessThanOrEqual(71);
    expect(idleBill(prod, { freeTier: "whole" }).totalUsd).toBeLessThanOrEqual(66);
  });

  it.each(["us-east-1", "eu-central-1"] as const)("is at most 5 USD for dev in %s", (region) => {
    expect(idleBill(dev, { region }).totalUsd).toBeLessThanOrEqual(5);
  });

  it.each(["us-east-1", "eu-central-1"] as const)("is at most 5 USD for dev with all its terms in %s", (region) => {
    const { keywords } = dev;
    if (keywords === "off") throw new Error("Dev reads tracked keywords.");

    expect(billOf(dev, 0, { region, keywords: keywords.termsMax }).totalUsd).toBeLessThanOrEqual(5);
  });

  it("is dearer in every other region than in us-east-1", () => {
    const [cheapest = 0, ...others] = regions.map((region) => idleBill(prod, { region }).totalUsd);

    for (const total of nonEmpty(others)) expect(total).toBeGreaterThan(cheapest);
  });
});

describe("the bill of a month of prod in which all apps are fresh", () => {
  it.each([
    { apps: 10_000, usdMax: 95 },
    { apps: 20_000, usdMax: 113 },
  ])("is at most $usdMax USD for $apps apps where CloudWatch's free tier is left", ({ apps, usdMax }) => {
    expect(billOf(prod, apps, { freeTier: "monitoring" }).totalUsd).toBeLessThanOrEqual(usdMax);
  });

  it.each([10_000, 20_000])("has the work of %s apps at the memory of the templates' functions", (apps) => {
    const inventory = inventoryOf(prod);
    const { calls } = planActivity({
      apps: splitApps(apps, 50),
      requestsPerDay: apps * assumed.apiRequestsPerApp,
      settings: pipelineSettings(prod, inventory),
      assumed,
      schedules: schedulesOf(prod),
      month: "later",
    });
    const { memoryOf } = readTemplates(prod);
    const { lines } = billOf(prod, apps);
    const gbSecondsOf = (item: string) =>
      lines.find((line) => line.service === "Lambda" && line.item === item)?.quantity;
    const memory = {
      endpoints: /-list-apps$/,
      "sync consumers": /-(tracked|on-demand)-\w+-consumer$/,
      scrapers: /-scraper$/,
    };
    const kinds = { endpoints: "api", "sync consumers": "worker", scrapers: "scraper" } as const;

    for (const item of ["endpoints", "sync consumers", "scrapers"] as const) {
      const expected = (calls[kinds[item]].seconds * DAYS * memoryOf(memory[item])) / 1_024;
      expect([item, gbSecondsOf(item)]).toEqual([item, expect.closeTo(expected, 3)]);
    }
  });

  it("has what an idle month has for what stands, and more metrics by what is counted while apps are synced", () => {
    const of = (apps: number, item: string) => billOf(prod, apps).lines.find((line) => line.item === item)?.usd ?? 0;
    const counts = Object.values(measureUnits).filter((unit) => unit === "Count").length;

    for (const item of ["alarms", "dashboards", "secrets", "customer managed keys", "capacity"])
      expect([item, of(20_000, item)]).toEqual([item, of(0, item)]);
    // One of them is of the App Store alone: what its sweep misses.
    expect(of(20_000, "custom metrics") - of(0, "custom metrics")).toBeCloseTo(0.3 * (2 * counts - 1), 6);
  });
});

describe("the bill of tracked keywords", () => {
  it.each([0, 10_000])("is at most 3 USD for 2,000 of each store, beside %s apps of prod", (apps) => {
    const keywords = { ios: 2_000, android: 2_000 };
    const usd = billOf(prod, apps, { keywords }).totalUsd - billOf(prod, apps).totalUsd;

    expect(usd).toBeGreaterThan(0.5);
    expect(usd).toBeLessThanOrEqual(3);
  });

  it("grows with the time for which they keep a database awake that sleeps", () => {
    const capacityOf = (keywords: Terms) =>
      billOf(dev, 0, { keywords }).lines.find(({ item }) => item === "capacity")?.usd ?? 0;

    expect(capacityOf({ ios: 200, android: 0 })).toBeGreaterThan(2 * capacityOf(noTerms));
  });
});
