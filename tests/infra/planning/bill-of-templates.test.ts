import { describe, expect, it } from "vitest";
import * as z from "zod";

import type { Stage } from "../../../infra/aws/stage.ts";
import { dev, prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { estimateCost } from "../../../infra/planning/describe-cost.ts";
import { readInventory } from "../../../infra/planning/inventory.ts";
import { type FreeTier, type Region, regions } from "../../../infra/planning/prices.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";
import { measureUnits } from "../../../lib/runtime/telemetry.ts";
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

function idleBill(
  stage: Stage,
  { region = "us-east-1", freeTier = "none" }: { region?: Region; freeTier?: FreeTier } = {},
) {
  const apps = { ios: 0, android: 0 };
  const inventory = inventoryOf(stage);
  return estimateCost({ stage, inventory, apps, requestsPerDay: 0, assumed, region, freeTier, month: "later" }).bill;
}

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
  const scheduled = ticks.filter(({ name }) => !/visit-api|probe-api|check-safeguards|measure-service/.test(name));
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
    for (const key of properties("AWS::KMS::Key")) expect(key.EnableKeyRotation).toBe(true);
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

  it("has no line besides that is worth more than a few cents, but for what is written, kept and sent", () => {
    const recounted: Readonly<Record<string, readonly string[]>> = {
      "CloudWatch and X-Ray": ["alarms", "dashboards", "custom metrics", "traces"],
      Aurora: ["capacity"],
      "Secrets Manager": ["secrets"],
      "Network and keys": ["customer managed keys"],
      SQS: lines.flatMap(({ service, item }) => (service === "SQS" ? [item] : [])),
      Lambda: ["schedules", "chart consumers", "scrapers"],
    };
    const others = lines.filter(({ service, item }) => !recounted[service]?.includes(item));

    expect(others.filter(({ usd }) => usd > 0.05).map(({ service, item }) => `${service}: ${item}`)).toEqual(
      stage.name === "prod"
        ? [
            "Lambda: invocations",
            "Secrets Manager: reads",
            "Aurora: storage",
            "Aurora: writes",
            "CloudWatch and X-Ray: logs written",
            "Lambda: checks and the probe's requests",
            "CloudWatch and X-Ray: traces of checks",
          ]
        : ["Aurora: storage", "CloudWatch and X-Ray: logs written"],
    );
    expect(Math.abs(sum(lines.map(({ usd }) => usd)) - totalUsd)).toBeLessThan(CENT);
  });
});

describe("the bill of a month without apps and requests", () => {
  it("is at most 69 USD for prod where CloudWatch's free tier is left, and 63 where all of it is", () => {
    expect(idleBill(prod, { freeTier: "monitoring" }).totalUsd).toBeLessThanOrEqual(69);
    expect(idleBill(prod, { freeTier: "whole" }).totalUsd).toBeLessThanOrEqual(63);
  });

  it.each(["us-east-1", "eu-central-1"] as const)("is at most 5 USD for dev in %s", (region) => {
    expect(idleBill(dev, { region }).totalUsd).toBeLessThanOrEqual(5);
  });

  it("is dearer in every other region than in us-east-1", () => {
    const [cheapest = 0, ...others] = regions.map((region) => idleBill(prod, { region }).totalUsd);

    for (const total of others) expect(total).toBeGreaterThan(cheapest);
  });
});
