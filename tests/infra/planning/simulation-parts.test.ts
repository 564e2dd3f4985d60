import { describe, expect, it } from "vitest";

import { createEvents } from "../../../infra/planning/simulation/events.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { createLatencyModel } from "../../../infra/planning/store-latency.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";

describe("the events of a simulation", () => {
  it("happen by their time, and those of one moment in the order in which they were planned", () => {
    const random = seededRandom(5);
    const events = createEvents();
    const planned = Array.from({ length: 5_000 }, (_, value) => ({ time: Math.floor(random() * 500) / 4, value }));
    const happened: { time: number; value: number }[] = [];
    for (const { time, value } of planned) events.plan(time, () => happened.push({ time: events.time, value }));
    while (events.runNext(1_000));

    expect(happened).toEqual(planned.toSorted((a, b) => a.time - b.time || a.value - b.value));
  });
});

describe("the store's latency", () => {
  const latency = createLatencyModel({ medianMs: 300, p99Ms: 2_000 }, 25);

  it("has the given median and 99th percentile", () => {
    expect(latency.slowestOf({ items: 1, requestsEach: 1 }, 0.5)).toBeCloseTo(0.3);
    expect(latency.slowestOf({ items: 1, requestsEach: 1 }, 0.99)).toBeCloseTo(2);
  });

  it("makes the slowest of many items slower, and nothing slower than a route may be", () => {
    const means = [1, 10, 50].map((items) => latency.meanSlowestOf({ items, requestsEach: 2 }));

    expect(means).toEqual(means.toSorted((a, b) => a - b));
    expect(latency.slowestOf({ items: 50, requestsEach: 2 }, 0.999999999)).toBe(25);
  });
});

describe("the ticks of a schedule", () => {
  it.each([
    ["rate(15 minutes)", 1, 96, 0],
    ["cron(0 0/6 * * ? *)", 1, 4, 0],
    ["cron(30 2 * * ? *)", 2, 2, 9_000],
  ])("of %s in %i days are %i", (expression, days, count, first) => {
    const times = tickTimes(expression, days);

    expect(times).toHaveLength(count);
    expect(times[0]).toBe(first);
  });
});
