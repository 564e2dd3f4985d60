import { describe, expect, it } from "vitest";

import { dev, prod } from "../../../infra/aws/stages.ts";
import { grows } from "../../../infra/planning/describe-backlog.ts";
import { describeSimulation } from "../../../infra/planning/describe-simulation.ts";
import { readInventory } from "../../../infra/planning/inventory.ts";
import { runSimulation } from "../../../infra/planning/run-simulation.ts";
import type { Backlog } from "../../../infra/planning/simulation/measure.ts";
import { readSimulationOptions } from "../../../infra/planning/simulation-options.ts";

const APPS = { ios: 2_000, android: 2_000 };
const none: Backlog = { overdue: 0, requested: 0 };

const optionsOf = (days: number) =>
  readSimulationOptions(["--stage", "dev", "--apps", "4", "--alone", "--days", String(days)]);
const inventory = readInventory(dev);
const simulated = runSimulation(optionsOf(2), { apps: 4, inventory, onProgress: () => {} });

/** Returns what the command says of a backlog that Google Play had at the beginning and at the end of the last day. */
function linesOf({ before, after, days = 7 }: { before: Backlog; after: Backlog; days?: number }): readonly string[] {
  const backlog = { ios: { before: none, after: none }, android: { before, after } };
  const result = { ...simulated, apps: APPS, measured: { ...simulated.measured, backlog } };
  return describeSimulation(optionsOf(days), [result]).filter((line) => /backlog of|no trend/.test(line));
}

describe("npm run simulate says of what is left undone", () => {
  it("that it still grows, with its size a day before and at the end, so that no figure is that of a later day", () => {
    const before = { overdue: 100, requested: 3 };

    expect(linesOf({ before, after: { overdue: 1_250, requested: 3 } })).toEqual([
      "  The backlog of Google Play still grows: 1,250 apps older than 26 hours and 3 waiting users at the end, " +
        "100 apps older than 26 hours and 3 waiting users a day before. Later days are worse than these figures.",
    ]);
    expect(linesOf({ before, after: { overdue: 100, requested: 30 } })).toEqual([
      expect.stringContaining("100 apps older than 26 hours and 30 waiting users at the end"),
    ]);
  });

  it("nothing where it is as long as a day before, or shorter", () => {
    const long = { overdue: 1_250, requested: 30 };

    expect(linesOf({ before: long, after: long })).toEqual([]);
    expect(linesOf({ before: long, after: none })).toEqual([]);
  });

  it("that one day shows no trend", () => {
    expect(linesOf({ before: none, after: { overdue: 1_250, requested: 0 }, days: 1 })).toEqual([
      "  One day shows no trend: what is left undone may grow.",
    ]);
  });
});

describe("a backlog grows", () => {
  it.each([
    { apps: 100, more: 20, isGrowing: false },
    { apps: 100, more: 21, isGrowing: true },
    { apps: 10_000, more: 100, isGrowing: false },
    { apps: 10_000, more: 101, isGrowing: true },
  ])("by more than one in a hundred, and more than 20: $more of $apps, $isGrowing", ({ apps, more, isGrowing }) => {
    const before = { overdue: 7, requested: 9 };

    expect(grows({ before, after: { ...before, overdue: 7 + more } }, apps)).toBe(isGrowing);
    expect(grows({ before, after: { ...before, requested: 9 + more } }, apps)).toBe(isGrowing);
  });
});

describe("[EVT-8] the model of a day in prod", () => {
  it("writes the event of a change 20 minutes after its read at p95", () => {
    const options = readSimulationOptions([
      "--stage",
      "prod",
      "--apps",
      "600",
      "--alone",
      "--days",
      "2",
      "--changed",
      "0.1",
    ]);
    const { measured } = runSimulation(options, { apps: 600, inventory: readInventory(prod), onProgress: () => {} });

    expect(measured.reportMinutes.p95).toBeLessThanOrEqual(20);
    expect(measured.reportMinutes.p95).toBeGreaterThan(0);
  });
});
