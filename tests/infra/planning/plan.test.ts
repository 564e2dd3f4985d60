import { describe, expect, it } from "vitest";

import { assumed } from "../../../infra/planning/assumptions.ts";
import { planActivity } from "../../../infra/planning/plan-activity.ts";
import { onceADay, simulateDay } from "./planning-fixtures.ts";

/** Nothing fails or changes, every delivery finds tokens, and no publisher is watched. So both count syncs alone. */
const reliable = { ...assumed, itemFailures: 0, crashes: 0, idleDeliveries: 0, changedApps: 0, publishersPerApp: 0 };
const apps = { ios: 600, android: 600 };
const tracked = { ios: 600, android: 600 };
const settings = {
  ...onceADay,
  refreshSeconds: 86_400,
  readsAll: { ios: true, android: false },
  concurrency: { ...onceADay.concurrency, tracked },
  // The plan counts no statements of schedules, which many apps and few ticks make small.
  schedules: { ...onceADay.schedules, startDueSyncs: "cron(0 1 * * ? *)", resendSyncs: "rate(1 hour)" },
};

describe("the planned bill and the simulation", () => {
  it("agree on what a sync takes", () => {
    // Every app is synced once: the plan counts a day, the simulation the apps that came due until one o'clock of day
    // 2.
    const planned = planActivity({
      apps,
      requestsPerDay: 0,
      settings,
      assumed: reliable,
      schedules: [],
      month: "later",
    });
    const simulated = simulateDay({ apps, settings, assumed: reliable, days: 3 }).measured.activity;
    const perSync = (activity: typeof planned) => {
      const syncs = activity.syncs.ios + activity.syncs.android;
      const { worker, scraper } = activity.calls;
      return {
        messages: activity.messages / syncs,
        requests: (activity.storeRequests.ios + activity.storeRequests.android) / syncs,
        items: activity.itemsStored / syncs,
        workerSeconds: worker.seconds / syncs,
        scraperSeconds: scraper.seconds / syncs,
        statements: activity.statements / syncs,
      };
    };

    const byPlan = perSync(planned);
    const bySimulation = perSync(simulated);
    expect(simulated.syncs.ios).toBe(simulated.syncs.android);
    expect(bySimulation.messages).toBeCloseTo(byPlan.messages, 1);
    expect(bySimulation.requests).toBeCloseTo(byPlan.requests, 0);
    expect(bySimulation.items).toBeCloseTo(byPlan.items, 0);
    for (const figure of ["workerSeconds", "scraperSeconds", "statements"] as const) {
      expect(bySimulation[figure] / byPlan[figure], figure).toBeGreaterThan(0.93);
      expect(bySimulation[figure] / byPlan[figure], figure).toBeLessThan(1.07);
    }
  });
});
