import { describe, expect, it } from "vitest";

import type { Stage } from "../../../infra/aws/stage.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { noActivity } from "../../../infra/planning/activity.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import type { Usage } from "../../../infra/planning/bill-lines.ts";
import { prices } from "../../../infra/planning/prices.ts";
import { webhookLines } from "../../../infra/planning/webhook-bill.ts";
import { mailServer } from "../fixtures/mailing-stage.ts";

const inventory: Usage["inventory"] = {
  alarmMetrics: 0,
  metricFilters: 0,
  dashboards: [],
  secrets: 3,
  rotations: 1,
  encryptionKeys: 1,
  databaseInstances: 1,
  natGateways: 0,
  endpointZones: 0,
  queues: [],
};

function linesOf(syncsPerDay: number, changed: Partial<Stage> = {}) {
  const activity = { ...noActivity(1), syncs: { ios: syncsPerDay / 2, android: syncsPerDay / 2 } };
  const stage = { ...prod, ...changed };
  const values = { checkRunSeconds: 1, deliveriesPerSync: 1, deliveryKb: 4, receiverMs: 500, environmentHours: 2 };
  return webhookLines({ stage, inventory, activity, assumed: { ...assumed, ...values }, month: 13 });
}

function quantityOf(lines: ReturnType<typeof linesOf>, item: string) {
  return lines.find((line) => line.item === item)?.quantity;
}

function usdOf(lines: ReturnType<typeof linesOf>) {
  return lines.reduce(
    (sum, { price, quantity }) => sum + (quantity * prices[price].in["us-east-1"].usd) / prices[price].per,
    0,
  );
}

describe("the bill of webhooks", () => {
  it("counts a tick a minute, without anything to send", () => {
    const lines = linesOf(0);

    // 43,800 minutes, a second of a quarter of a GB each.
    expect(quantityOf(lines, "webhooks")).toBeCloseTo(43_800 * 0.25, 6);
    expect(quantityOf(lines, "invocations for webhooks")).toBeCloseTo(43_800, 6);
    expect(quantityOf(lines, "ticks of webhooks")).toBeCloseTo(43_800, 6);
    expect(quantityOf(lines, "traces of webhooks")).toBeCloseTo(43_800, 6);
    expect(quantityOf(lines, "reads for webhooks")).toBe(365);
    expect(quantityOf(lines, "writes of deliveries")).toBe(0);
  });

  it("counts two functions that wait for a receiver, and the row of each delivery for 30 days", () => {
    const lines = linesOf(24_000);
    const deliveries = 24_000 * (730 / 24);

    expect(quantityOf(lines, "webhooks")).toBeCloseTo((43_800 + 2 * deliveries * 0.5) * 0.25, 3);
    expect(quantityOf(lines, "invocations for webhooks")).toBeCloseTo(43_800 + deliveries, 3);
    expect(quantityOf(lines, "writes of deliveries")).toBeCloseTo(2 * deliveries, 3);
    expect(quantityOf(lines, "deliveries of webhooks")).toBeCloseTo((24_000 * 30 * 4) / 1_024 / 1_024, 6);
    expect(quantityOf(lines, "data to receivers")).toBeCloseTo((deliveries * 4) / 1e6, 6);
  });

  it("counts the secret of the SMTP server where mail is on", () => {
    const email = mailServer;
    expect(quantityOf(linesOf(0), "login of the SMTP server")).toBeUndefined();
    expect(quantityOf(linesOf(0, { email }), "login of the SMTP server")).toBe(1);
    expect(usdOf(linesOf(0, { email })) - usdOf(linesOf(0))).toBeCloseTo(0.44, 2);
  });

  it("has no line where webhooks are off", () => {
    expect(linesOf(24_000, { webhooks: { ...prod.webhooks, delivery: "off" } })).toEqual([]);
  });

  it("is at most 3 USD for 10,000 apps that are synced daily", () => {
    expect(usdOf(linesOf(10_000))).toBeLessThanOrEqual(3);
  });
});
