import { describe, expect, it } from "vitest";

import { createEventQueue } from "../../../infra/planning/simulation/event-queue.ts";
import { createRandom, drawCount } from "../../../infra/planning/simulation/random.ts";
import { createTokenBucket } from "../../../infra/planning/simulation/token-bucket.ts";
import { createLatencyModel } from "../../../infra/planning/store-latency.ts";
import { tickTimes } from "../../../infra/templates/tick-times.ts";

describe("the event queue", () => {
  it("gives events by their time, and those of one moment in the order they came", () => {
    const random = createRandom(5);
    const queue = createEventQueue();
    const pushed = Array.from({ length: 5_000 }, (_, value) => ({ time: Math.floor(random() * 500) / 4, value }));
    for (const { time, value } of pushed) queue.push(time, value % 200, value);

    const popped: { time: number; kind: number; value: number }[] = [];
    while (queue.pop()) popped.push({ time: queue.time, kind: queue.kind, value: queue.value });

    const sorted = pushed.toSorted((a, b) => a.time - b.time || a.value - b.value);
    expect(popped).toEqual(sorted.map(({ time, value }) => ({ time, kind: value % 200, value })));
  });

  it("takes events while it gives others", () => {
    const queue = createEventQueue();
    queue.push(10, 1, 1);
    queue.pop();
    queue.push(10, 1, 2);
    queue.push(5_000, 1, 4);
    queue.push(11.5, 1, 3);
    const values: number[] = [];
    while (queue.pop()) values.push(queue.value);

    expect(values).toEqual([2, 3, 4]);
  });
});

describe("a simulated token bucket", () => {
  it("gives on credit to whoever finds a token, then makes everybody wait until the credit is paid back", () => {
    const bucket = createTokenBucket({ rate: 2, capacity: 10 });

    expect(bucket.take(30, 0, 1)).toBe(0);
    // 10 - 30 = -20; after 5 s it holds -10, and 11 more take 5.5 s.
    expect(bucket.take(1, 5, 1)).toBe(6);
    expect(bucket.take(1, 10.4, 1)).toBe(1);
    expect(bucket.take(1, 10.5, 1)).toBe(0);
  });

  it("gives nothing below the floor of whoever asks", () => {
    const bucket = createTokenBucket({ rate: 1, capacity: 10 });
    bucket.take(5, 0, 1);

    expect(bucket.take(100, 0, 12)).toBe(7);
    expect(bucket.take(1, 0, 1)).toBe(0);
  });

  it("saves up no more than its capacity", () => {
    const bucket = createTokenBucket({ rate: 1, capacity: 3 });
    bucket.take(3, 0, 1);

    const taken = Array.from({ length: 5 }, () => bucket.take(1, 1_000, 1));
    expect(taken.filter((wait) => wait === 0)).toHaveLength(3);
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

describe("drawn failures", () => {
  it("are as many as their probability says, and all or none at its ends", () => {
    const random = createRandom(11);
    const draws = Array.from({ length: 20_000 }, () => drawCount(random, 50, 0.02));
    const mean = draws.reduce((sum, count) => sum + count, 0) / draws.length;

    expect(mean).toBeGreaterThan(0.97);
    expect(mean).toBeLessThan(1.03);
    expect([drawCount(random, 50, 0), drawCount(random, 50, 1)]).toEqual([0, 50]);
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
