import { describe, expect, it } from "vitest";

import { checkCapacity, type Load, maxConnections } from "../../infra/aws/capacity-checks.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, local, localWithLiveStores, prod } from "../../infra/aws/stages.ts";
import { apiFunctions, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const load: Load = {
  consumers: [{ queueName: "sync-tracked-ios", maxConcurrency: 5, timeoutSeconds: 90, visibilitySeconds: 540 }],
  endpointCount: 20,
};
const cluster = { capacity: { minAcu: 1, maxAcu: 1 }, readers: 0, backupDays: 1, availabilityZones: 2 };

const withApi = (api: Partial<Stage["api"]>): Stage => ({ ...prod, api: { ...prod.api, ...api } });
const withSync = (sync: Partial<Stage["sync"]>): Stage => ({ ...prod, sync: { ...prod.sync, ...sync } });
const withCharts = (charts: Partial<Stage["charts"]>): Stage => ({ ...prod, charts: { ...prod.charts, ...charts } });
const withSweep = (sweep: Partial<Stage["sweep"]>): Stage => ({ ...prod, sweep: { ...prod.sweep, ...sweep } });
const withDatabase = (database: Partial<Stage["database"]>): Stage => ({
  ...prod,
  database: { ...prod.database, ...database },
});

describe("the connections that a database allows", () => {
  it.each([
    { minAcu: 1, maxAcu: 1, connections: 189 },
    { minAcu: 1, maxAcu: 16, connections: 3_024 },
    { minAcu: 1, maxAcu: 64, connections: 5_000 },
    { minAcu: 0.5, maxAcu: 16, connections: 2_000 },
    { minAcu: 0, maxAcu: 1, connections: 189 },
  ])("are at least $connections from $minAcu to $maxAcu ACU", ({ connections, ...capacity }) => {
    expect(maxConnections(capacity)).toBe(connections);
  });
});

describe("a stage", () => {
  it.each([local, localWithLiveStores, dev, prod])("called $name passes the checks", (stage) => {
    expect(() => synthesiseStage(stage)).not.toThrow();
  });

  // 0.8 × 189 = 151 connections: 5 of the consumer, 10 of others, 136 left for the API.
  it("may open four fifths of the connections of its database, and not one more", () => {
    const small = { ...withApi({ accountConcurrency: 136 }), database: { ...prod.database, cluster } };
    expect(() => checkCapacity(small, load)).not.toThrow();

    const larger = { ...withApi({ accountConcurrency: 137 }), database: { ...prod.database, cluster } };
    expect(() => checkCapacity(larger, load)).toThrow(
      "database.cluster.capacity.maxAcu (1) leaves 151 connections, and 152 may be open at once",
    );
  });

  it("counts the reserved concurrency of its endpoints, where set, instead of the account's", () => {
    const reserved = { ...withApi({ reservedConcurrency: 6 }), database: { ...prod.database, cluster } };
    expect(() => checkCapacity(reserved, load)).not.toThrow();

    expect(() => checkCapacity(withApi({ reservedConcurrency: 46 }), load)).toThrow(
      "api.reservedConcurrency (46) for 20 endpoints reserves more",
    );
  });

  it.each([
    { setting: "sync.leaseRenewalMs (60000)", stage: withSync({ leaseRenewalMs: 60_000 }) },
    { setting: "sync.leaseSeconds (540)", stage: withSync({ leaseSeconds: 540 }) },
    { setting: "charts.leaseSeconds (540)", stage: withCharts({ leaseSeconds: 540 }) },
    { setting: "sweep.leaseSeconds (540)", stage: withSweep({ leaseSeconds: 540 }) },
    { setting: "database.connectTimeoutSeconds (25)", stage: withDatabase({ connectTimeoutSeconds: 25 }) },
    { setting: "database.connectTimeoutSeconds (90)", stage: withDatabase({ connectTimeoutSeconds: 90 }) },
  ])("is rejected with a message that names $setting", ({ setting, stage }) => {
    expect(() => checkCapacity(stage, load)).toThrow(setting);
  });

  it("whose database may sleep has no schedule that keeps it awake", () => {
    const sleepless = { ...dev, schedules: { ...dev.schedules, sweepSyncs: "rate(5 minutes)" } };

    expect(() => checkCapacity(sleepless, load)).toThrow("schedules.sweepSyncs, rate(5 minutes), keeps the database");
    expect(() => checkCapacity(prod, load)).not.toThrow();

    const often = { ...dev, schedules: { ...dev.schedules, sweepCharts: "cron(0/30 * * * ? *)" } };
    expect(() => checkCapacity(often, load)).toThrow("schedules.sweepCharts, cron(0/30 * * * ? *), keeps the database");
    const hourly = { ...dev, schedules: { ...dev.schedules, sweepCharts: "rate(1 hour)" } };
    expect(() => checkCapacity(hourly, load)).not.toThrow();
  });

  it("has visibility timeouts of six times the consumer's timeout", () => {
    const consumers = load.consumers.map((consumer) => ({ ...consumer, visibilitySeconds: 539 }));

    expect(() => checkCapacity(prod, { ...load, consumers })).toThrow(
      "sync-tracked-ios hides a message for 539 seconds",
    );
  });

  it("is checked against its templates when it is synthesised", () => {
    const crowded = withSync({ maxConcurrency: { tracked: 200, on_demand: 200 } });

    expect(() => synthesiseStage(crowded)).toThrow(/ 8\d\d by sync\.maxConcurrency/);
    expect(() => synthesiseStage(withSync({ leaseRenewalMs: 60_000 }))).toThrow("sync.leaseRenewalMs");
  });

  it("reserves concurrency for each endpoint where set, and for nothing else", () => {
    const reserved = (stage: Stage) =>
      apiFunctions(stage).map(([, { Properties }]) => Properties?.ReservedConcurrentExecutions);

    expect(new Set(reserved(prod))).toEqual(new Set([undefined]));
    expect(reserved(withApi({ reservedConcurrency: 2 })).filter((count) => count === undefined)).toHaveLength(1);
  });
});
