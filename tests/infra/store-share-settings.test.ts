import { describe, expect, it } from "vitest";
import * as z from "zod";

import { dev, local, localWithLiveStores, prod, type Stage } from "../../infra/aws/stages.ts";
import { resourcesOf, synthesiseStage } from "./fixtures/synthesise-stage.ts";

const described = z.object({
  Description: z.string().default(""),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

/** What the template tells the function of an operation. */
function variablesOf(stage: Stage, operation: string): Readonly<Record<string, unknown>> {
  const found = resourcesOf(synthesiseStage(stage).api, "AWS::Lambda::Function")
    .map(([, { Properties }]) => described.parse(Properties))
    .find(({ Description }) => Description === operation);
  return found?.Environment.Variables ?? {};
}

const asksAStore = [
  "GET /api/v1/apps/search",
  "GET /api/v1/publishers/search",
  "GET /api/v1/publishers/{platform}/{external_id}/store-apps",
];
const perSecond = (minute: number) => String(minute / 60);

describe("a function that calls a store while a client waits", () => {
  it.each(asksAStore)("is given the stores' budgets and the charts' share of them: %s", (operation) => {
    expect(variablesOf(prod, operation)).toMatchObject({
      STORE_BUDGET_RATE_IOS: perSecond(20),
      STORE_BUDGET_CAPACITY_IOS: "120",
      STORE_BUDGET_RATE_ANDROID: perSecond(30),
      STORE_BUDGET_CAPACITY_ANDROID: "60",
      CHARTS_PER_MINUTE_IOS: "8",
      CHARTS_PER_MINUTE_ANDROID: "12",
    });
  });

  it("has no budget with simulated stores", () => {
    expect(variablesOf(local, "GET /api/v1/apps/search")).toMatchObject({ STORE_BUDGET_RATE_IOS: "unlimited" });
  });
});

describe("the charts that a user may request", () => {
  it.each([
    [prod, { CHARTS_ASKED_PER_USER_AND_DAY: "50", CHARTS_PER_MINUTE_IOS: "8" }],
    [dev, { CHARTS_ASKED_PER_USER_AND_DAY: "50", CHARTS_PER_MINUTE_IOS: "15" }],
    [local, { CHARTS_ASKED_PER_USER_AND_DAY: "1000", CHARTS_PER_MINUTE_IOS: "60" }],
    [localWithLiveStores, { CHARTS_ASKED_PER_USER_AND_DAY: "50", CHARTS_PER_MINUTE_IOS: "8" }],
  ])("are a setting of the stage $name", (stage, expected) => {
    expect(variablesOf(stage, "GET /api/v1/charts")).toMatchObject(expected);
  });
});
