import { describe, expect, it } from "vitest";
import * as z from "zod";
import { local, localWithLiveStores } from "../../infra/aws/local-stages.ts";
import type { Stage } from "../../infra/aws/stage.ts";
import { dev, prod } from "../../infra/aws/stages.ts";
import { apiFunctions } from "./fixtures/synthesise-stage.ts";

const described = z.object({
  Description: z.string().default(""),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown().transform(String)) }).default({ Variables: {} }),
});

/** Returns a section of settings as the template gives it to the function of an operation. */
function settingsOf(stage: Stage, operation: string, section: string): unknown {
  const found = apiFunctions(stage)
    .map(([, { Properties }]) => described.parse(Properties))
    .find(({ Description }) => Description === operation);
  return JSON.parse(found?.Environment.Variables[section] ?? "null");
}

const callsAStore = [
  "GET /api/v1/apps/search",
  "GET /api/v1/publishers/search",
  "GET /api/v1/keywords/suggestions",
  "GET /api/v1/publishers/{platform}/{external_id}/store-apps",
];

describe("a function that calls a store while a client waits", () => {
  it.each(callsAStore)("is given the stores' budgets, with what users get in a day: %s", (operation) => {
    expect(settingsOf(prod, operation, "STORE_SETTINGS")).toEqual(prod.stores);
  });

  it("has no budget with simulated stores", () => {
    const { hosts } = local.stores;
    expect(Object.values(hosts).map(({ perMinute }) => perMinute)).toEqual(Array(3).fill("unlimited"));
    expect(settingsOf(local, "GET /api/v1/apps/search", "STORE_SETTINGS")).toMatchObject({ hosts });
  });
});

describe("the charts that a user may request", () => {
  it.each([
    [prod, { requestedPerUserAndDay: 50, chartsPerMinute: { ios: 8, android: 12 } }],
    [dev, { requestedPerUserAndDay: 50, chartsPerMinute: { ios: 6, android: 20 } }],
    [local, { requestedPerUserAndDay: 1_000, chartsPerMinute: { ios: 60, android: 60 } }],
    [localWithLiveStores, { requestedPerUserAndDay: 50, chartsPerMinute: { ios: 8, android: 12 } }],
  ])("are a setting of the stage $name", (stage, expected) => {
    expect(settingsOf(stage, "GET /api/v1/charts", "CHART_SETTINGS")).toMatchObject(expected);
  });
});
