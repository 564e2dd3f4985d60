import { describe, expect, it } from "vitest";

import { assumed } from "../../../infra/planning/assumptions.ts";
import { planActivity } from "../../../infra/planning/plan-activity.ts";
import { onceADay, simulateDay } from "./planning-fixtures.ts";

/** Nothing fails, so that both count the same syncs. */
const reliable = { ...assumed, itemFailures: 0, crashes: 0 };
const apps = { ios: 300, android: 300 };
const tracked = { ios: 300, android: 300 };
const settings = {
  ...onceADay,
  refreshSeconds: 86_400,
  concurrency: { ...onceADay.concurrency, tracked },
  // The plan counts no statements of sweeps, so there are few.
  schedules: { ...onceADay.schedules, startDueSyncs: "cron(0 1 * * ? *)", sweepSyncs: "rate(1 hour)" },
};

describe("the planned bill and the simulation", () => {
  it("agree on what a sync takes", () => {
    // Every app is synced once: the plan counts a day, the simulation the apps that came due until one o'clock of day 2.
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

  it("agree on the requests for charts by pages, with the lookups that name and price their apps", () => {
    const pages = 3 * reliable.pagesPerLookup;
    const ofDay = { perDay: 2 * pages, all: 2 * pages, pages, perMinute: 10 };
    const withPages = { ...settings, charts: { ...settings.charts, ios: ofDay } };
    const nobody = { ios: 0, android: 0 };
    const planned = planActivity({
      apps: nobody,
      requestsPerDay: 0,
      settings: withPages,
      assumed: reliable,
      schedules: [],
      month: "later",
    });
    const simulated = simulateDay({ apps: nobody, settings: withPages, assumed: reliable }).measured.activity;

    expect(planned.storeRequests.ios).toBe(2 * pages + 3);
    expect(simulated.storeRequests.ios).toBe(2 * pages + 3);
    expect(simulated.charts.ios).toBe(2 * pages);
  });
});
