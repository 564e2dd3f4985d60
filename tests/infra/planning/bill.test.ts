import { describe, expect, it } from "vitest";
import type { Stage } from "../../../infra/aws/stage.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { type Activity, noActivity } from "../../../infra/planning/activity.ts";
import { type Assumed, assumed } from "../../../infra/planning/assumptions.ts";
import { type BillOptions, computeBill, describeBill } from "../../../infra/planning/bill.ts";
import { sleeplessSeconds } from "../../../infra/planning/database-bill.ts";
import type { Inventory } from "../../../infra/planning/inventory.ts";
import { regions } from "../../../infra/planning/prices.ts";
import { writtenBytes } from "../../../infra/planning/stored-bytes.ts";
import { measureUnits } from "../../../lib/runtime/telemetry.ts";
import { nonEmpty } from "../../support/non-empty.ts";

const nothing: Assumed = {
  ...assumed,
  pollers: 5,
  baseStorageGb: 1,
  responseKb: 10,
  coldStarts: 0.05,
  environmentHours: 2,
  logLineBytes: 1_000,
  databaseReadsPerItem: 2,
  walBytesPerItem: 4_096,
  otherLogGb: 0,
  statementsPerAcu: 400,
};

const inventory: Inventory = {
  alarmMetrics: 12,
  metricFilters: 2,
  dashboards: [50],
  secrets: 2,
  rotations: 1,
  encryptionKeys: 1,
  databaseInstances: 1,
  natGateways: 1,
  endpointZones: 2,
  queues: [
    { name: "consumed", visibilitySeconds: 540, maxConcurrency: 5 },
    { name: "not-consumed", visibilitySeconds: 540, maxConcurrency: 0 },
  ],
};

const stage: Stage = {
  ...prod,
  api: { ...prod.api, memoryMb: 512 },
  sync: { ...prod.sync, workerMemoryMb: 512 },
  tracing: { endpoints: true, consumers: true, scrapers: true },
  scrapers: { ...prod.scrapers, memoryMb: 1_024 },
  database: {
    ...prod.database,
    cluster: { capacity: { minAcu: 0.5, maxAcu: 16 }, readers: 0, backupDays: 1 },
  },
};

/** A month of 730 hours, so that nothing is scaled. */
function aMonth(): Activity {
  const activity = noActivity(730 / 24);
  activity.calls.api = { count: 1_000_000, seconds: 60_000 };
  activity.calls.worker = { count: 500_000, seconds: 1_000_000 };
  activity.calls.scraper = { count: 500_000, seconds: 100_000 };
  activity.messages = 2_000_000;
  activity.itemsStored = 5_000_000;
  return activity;
}

const charged: BillOptions = { region: "us-east-1", freeTier: "none" };

function usdOf(activity: Activity, options = charged): Readonly<Record<string, number>> {
  const { lines } = computeBill({ stage, inventory, activity, assumed: nothing, month: 1 }, options);
  return Object.fromEntries(lines.map(({ service, item, usd }) => [`${service}: ${item}`, usd]));
}

/** Of what "monitoring" makes free. */
function monitored(usd: Readonly<Record<string, number>>): Readonly<Record<string, number | undefined>> {
  const names = ["custom metrics", "alarms", "dashboards"].map((item) => `CloudWatch and X-Ray: ${item}`);
  return Object.fromEntries(names.map((name) => [name, usd[name]]));
}

describe("a bill", () => {
  it("multiplies what a month uses by its price", () => {
    const usd = usdOf(aMonth());
    const expected = {
      // 60,000 s of 0.5 GB, 1,000,000 s of 0.5 GB and 100,000 s of 1 GB, at 0.0000133334 USD a GB-second.
      "Lambda: endpoints": 0.400002,
      "Lambda: sync consumers": 6.6667,
      "Lambda: scrapers": 1.33334,
      // 2 M invocations at 0.20 a million, 1 M requests at 1.00.
      "Lambda: invocations": 0.4,
      "API Gateway: requests": 1,
      // 2 M messages, each sent, received and deleted, at 0.40 a million.
      "SQS: messages": 2.4,
      // One queue, 5 polls of 20 s at once: 5 x 730 x 3,600 / 20 = 657,000.
      "SQS: polls of 1 queues": 0.2628,
      "Secrets Manager: secrets": 0.8,
      // 50,000 cold requests, and 5 environments that live 2 hours: 1,825; at 0.05 for 10,000.
      "Secrets Manager: reads": 0.259125,
      // 0.5 ACU x 730 h x 0.12; 1 GiB x 0.10; 5 M items x 4 KB of log, and x 2 reads, at 0.20 a million.
      "Aurora: capacity": 43.8,
      "Aurora: storage": 0.1,
      "Aurora: writes": 1,
      "Aurora: reads": 2,
      // 2 lines a request and a worker's call and 1 a scraper's, of 1,000 bytes: 3.5 GB at 0.50, kept for 720 of 730
      // hours.
      "CloudWatch and X-Ray: logs written": 1.75,
      "CloudWatch and X-Ray: logs kept": (3.5 * 0.03 * 720) / 730,
      "CloudWatch and X-Ray: alarms": 1.2,
      "CloudWatch and X-Ray: dashboards": 3,
      // Fewer calls than one a second and function: all 2 M are traced, at 5 a million.
      "CloudWatch and X-Ray: traces": 10,
      // 1 M responses of 10 KB: 10 GB at 0.09.
      "Network and keys: data out": 0.9,
      "Network and keys: NAT gateways": 32.85,
      "Network and keys: interface endpoints": 14.6,
      "Network and keys: customer managed keys": 1,
    };

    for (const [line, amount] of nonEmpty(Object.entries(expected))) expect(usd[line], line).toBeCloseTo(amount, 6);
  });

  it.each([
    { month: 1, usd: 1 },
    { month: 12, usd: 1 },
    { month: 13, usd: 2 },
    { month: 25, usd: 3 },
    { month: 120, usd: 3 },
  ])("pays $usd USD in month $month for a key, whose first two yearly rotations are charged", ({ month, usd }) => {
    const usage = { stage, inventory, activity: aMonth(), assumed: nothing, month };
    const { lines } = computeBill(usage, charged);
    expect(lines.find(({ item }) => item === "customer managed keys")?.usd).toBe(usd);
  });

  it.each([
    { tracing: { endpoints: true, consumers: true, scrapers: true }, millions: 2 },
    { tracing: { endpoints: false, consumers: true, scrapers: false }, millions: 0.5 },
    { tracing: { endpoints: false, consumers: false, scrapers: true }, millions: 0.5 },
    { tracing: { endpoints: true, consumers: false, scrapers: false }, millions: 1 },
    { tracing: { endpoints: false, consumers: false, scrapers: false }, millions: 0 },
  ])("pays for the traces of what the stage traces, $tracing", ({ tracing, millions }) => {
    const { lines } = computeBill(
      { stage: { ...stage, tracing }, inventory, activity: aMonth(), assumed: nothing, month: 1 },
      charged,
    );

    expect(lines.find(({ price }) => price === "traces")?.usd).toBeCloseTo(5 * millions, 6);
  });

  it("subtracts the free tier once, on demand", () => {
    // Free: 400,000 GB-s of 630,000 (30,000 of the endpoints, all; the rest of the consumers'), 1 M invocations and
    // 1 M SQS requests, 10 of 12 alarms, the dashboard, 100,000 traces, 100 GB of data.
    const usd = usdOf(aMonth(), { ...charged, freeTier: "whole" });

    expect(usd["Lambda: endpoints"]).toBe(0);
    expect(usd["Lambda: sync consumers"]).toBeCloseTo(130_000 * 0.0000133334, 6);
    expect(usd["Lambda: invocations"]).toBeCloseTo(0.2, 6);
    expect(usd["SQS: messages"]).toBeCloseTo(2, 6);
    expect(usd["CloudWatch and X-Ray: alarms"]).toBeCloseTo(0.2, 6);
    expect(usd["CloudWatch and X-Ray: dashboards"]).toBe(0);
    expect(usd["CloudWatch and X-Ray: traces"]).toBeCloseTo(9.5, 6);
    expect(usd["Network and keys: data out"]).toBe(0);
  });

  it("subtracts what an account has of metrics, alarms and dashboards alone, on demand", () => {
    const usd = usdOf(aMonth(), { ...charged, freeTier: "monitoring" });

    expect(usd["CloudWatch and X-Ray: alarms"]).toBeCloseTo(0.2, 6);
    expect(usd["CloudWatch and X-Ray: dashboards"]).toBe(0);
    expect({ ...usd, ...monitored(usdOf(aMonth())) }).toEqual(usdOf(aMonth()));
  });

  it("has free dashboards of up to 50 metrics, three of them, and no larger one", () => {
    const usdOfDashboards = (dashboards: readonly number[]) => {
      const usage = { stage, inventory: { ...inventory, dashboards }, activity: aMonth(), assumed: nothing, month: 1 };
      const { lines } = computeBill(usage, { ...charged, freeTier: "monitoring" });
      return lines.filter(({ item }) => item.endsWith("dashboards")).reduce((sum, { usd }) => sum + usd, 0);
    };

    expect([[50, 50, 1], [50, 50, 1, 1], [51]].map(usdOfDashboards)).toEqual([0, 3, 3]);
  });

  it("pays for gauges that its schedules write, for counts while apps are synced, and for filters of the log", () => {
    const of = (activity: Activity, monitoring: Stage["monitoring"] = "full") => {
      const usage = { stage: { ...stage, monitoring }, inventory, activity, assumed: nothing, month: 1 };
      return computeBill(usage, charged).lines.find(({ price }) => price === "metrics")?.quantity;
    };
    const units = Object.values(measureUnits);
    const gauges = units.filter((unit) => unit !== "Count").length;

    // A gauge and a count of sweeps are those of the App Store alone.
    expect(of(noActivity(1))).toBe(2 + 2 * gauges - 1);
    expect(of({ ...noActivity(1), syncs: { ios: 1, android: 0 } })).toBe(2 + 2 * units.length - 2);
    expect(of({ ...noActivity(1), syncs: { ios: 1, android: 0 } }, "dead_letters")).toBe(0);
  });

  it("is another one in each region", () => {
    const totals = regions.map((region) => {
      const usage = { stage, inventory, activity: aMonth(), assumed: nothing, month: 1 };
      return computeBill(usage, { ...charged, region }).lines.find(({ price }) => price === "auroraAcuHours")?.usd;
    });

    // 0.5 ACU x 730 h, at 0.12, 0.14, 0.14 and 0.20.
    expect(totals.map((usd) => usd?.toFixed(2))).toEqual(["43.80", "51.10", "51.10", "73.00"]);
  });

  it("pays for the capacity that the statements keep busy, up to the cluster's maximum", () => {
    // 2,628,000 seconds x 400 statements a second: 1 ACU for each.
    const secondsOfMonth = 730 * 3_600;
    const acuHours = [0.2, 3, 40].map((acu) => {
      const usd = usdOf({ ...aMonth(), statements: acu * 400 * secondsOfMonth });
      return (usd["Aurora: capacity"] ?? 0) / 0.12;
    });

    expect(acuHours.map((hours) => Math.round(hours))).toEqual([0.5 * 730, 3 * 730, 16 * 730]);
  });

  it("saves what syncs and charts write, for as long as it is kept", () => {
    // 1,000 App Store syncs a month: 111 storefronts x 1 % x 108 bytes, 84 bytes, (135 + 52) KB / 365; 10 fetches of
    // 255 x 15 bytes.
    const activity = noActivity(365 / 12);
    activity.syncs.ios = 1_000;
    activity.charts.ios = 10;
    const gibOf = (month: number) => {
      const { lines } = computeBill({ stage, inventory, activity, assumed: nothing, month }, charged);
      return lines.find(({ price }) => price === "auroraStorage")?.quantity ?? 0;
    };

    const ofSyncs = 1_000 * (111 * 0.01 * 108 + 84 + ((135 + 52) * 1_024) / 365);
    const ofCharts = 10 * (255 * 15);
    const [chartMonths, fetchMonths] = [(400 + 15) / (365 / 12), 35 / (365 / 12)];
    expect(gibOf(1)).toBeCloseTo(1 + (ofSyncs + ofCharts + 10 * 250) / 2 ** 30, 9);
    expect(gibOf(24)).toBeCloseTo(1 + (24 * ofSyncs + chartMonths * ofCharts + fetchMonths * 10 * 250) / 2 ** 30, 9);
  });

  it("writes a log of runs, of items that syncs fetch, of swept ones and of ranks, apart", () => {
    const activity = noActivity(1);
    activity.syncs.android = 1;
    activity.charts.ios = 2;
    activity.itemsSwept = 1_000;
    activity.itemsStored = 2 + 1_000 + 60;

    expect(writtenBytes({ activity, assumed: { ...nothing, walBytesPerItem: 900 } })).toBe(
      9_000 + 470 + 2 * 255 * 30 + 1_000 * 27 + 60 * 900,
    );
  });

  it("pays for copies of backups in another account, each of which holds all data", () => {
    const backupCopies = { vaultArn: "arn:aws:backup:us-east-1:111111111111:backup-vault:elsewhere", keepDays: 35 };
    const usage = {
      stage: { ...stage, backupCopies },
      inventory,
      activity: noActivity(1),
      assumed: nothing,
      month: 13,
    };
    const { lines } = computeBill(usage, charged);

    expect(lines.find(({ item }) => item === "copies of backups")?.usd).toBeCloseTo(35 * 0.021, 6);
  });

  it("prints the first month beside the later one", () => {
    const usage = { stage, inventory, activity: aMonth(), assumed: nothing };
    const [first, later] = [1, 13].map((month) => computeBill({ ...usage, month }, charged));
    if (!first || !later) throw new Error("There are two bills.");
    const lines = describeBill(later, { ...first, totalUsd: 1.5 });

    expect(lines[0]).toMatch(/first month +month 13, USD$/);
    expect(lines.at(-1)).toMatch(new RegExp(`^Total +1\\.50 +${later.totalUsd.toFixed(2)}$`));
  });

  it("prints a subtotal per service, and their total", () => {
    const bill = computeBill({ stage, inventory, activity: aMonth(), assumed: nothing, month: 1 }, charged);
    const lines = describeBill(bill);
    const amount = (line: string) => Number(line.trim().split(/\s+/).at(-1)?.replaceAll(",", ""));
    const subtotals = lines.slice(1, -1).filter((line) => !line.startsWith(" "));

    expect(subtotals).toHaveLength(8);
    expect(subtotals.reduce((sum, line) => sum + amount(line), 0)).toBeCloseTo(amount(lines.at(-1) ?? ""), 1);
    expect(amount(lines.at(-1) ?? "")).toBeCloseTo(bill.totalUsd, 2);
  });
});

describe("the time that a sleeping database is awake", () => {
  it("counts overlapping work once", () => {
    const spans = [
      { from: 0, seconds: 0 },
      { from: 100, seconds: 400 },
      { from: 5_000, seconds: 0 },
    ];

    // Awake from 0 to 800 and from 5,000 to 5,300.
    expect(sleeplessSeconds(spans, 300)).toBe(800 + 300);
  });
});
