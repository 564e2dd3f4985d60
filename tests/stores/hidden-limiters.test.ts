import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import {
  type ClassSettings,
  CUT_SHARE,
  type HostClass,
  RATE_FLOOR,
  RATE_STEP,
  WINDOW_SECONDS,
} from "../../lib/domain/store-hosts.ts";
import { byRun } from "../support/by-run.ts";
import { useDatabase } from "../support/database.ts";
import type { TestDb } from "../support/test-connection.ts";
import { useClock } from "../support/use-clock.ts";
import { type Batch, createSender } from "./limited-sender.ts";
import { atRandom, atRandomWithWaits, type Limiter, noLimit, outage, perHour, perMinute } from "./limiters.ts";

const START = new Date("2031-03-01T00:00:00Z");
const database = useDatabase();
const clock = useClock(database, START);

const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 60, adaptive: true };

type Bounds = {
  /** At least this many requests a minute are served in the last quarter, when a class has found the limit. */
  readonly served: number;
  /** At most this many are rejected in all. */
  readonly rejected: number;
  /** And this many in the last quarter. */
  readonly later: number;
};
type Limit = readonly [name: string, hostClass: HostClass, limiter: Limiter, batch: number, bounds: Bounds];

const usual: readonly Limit[] = [
  ["20 a minute", "itunes_lookup", perMinute(20), 3, { served: 17, rejected: 4, later: 0 }],
  ["12 a minute, below its start", "itunes_rss", perMinute(12), 2, { served: 11, rejected: 20, later: 0 }],
  ["none, but for an hour of 403", "itunes_search", outage(600, 4_200), 3, { served: 8, rejected: 18, later: 0 }],
];
const long: readonly Limit[] = [
  ["40 a minute", "itunes_lookup", perMinute(40), 5, { served: 35, rejected: 10, later: 0 }],
  ["1,500 an hour", "itunes_rss", perHour(1_500), 3, { served: 17, rejected: 30, later: 0 }],
  ["none", "itunes_search", noLimit, 5, { served: 57, rejected: 0, later: 0 }],
  ["none, and 0.2 % of 403", "itunes_reviews", atRandom(0.002), 2, { served: 8, rejected: 40, later: 15 }],
  ["none, and 1 % of 403", "apps_page", atRandom(0.01), 2, { served: 3, rejected: 60, later: 20 }],
  ["none, and 1 % with waits", "play_page", atRandomWithWaits(0.01), 2, { served: 2, rejected: 60, later: 20 }],
];
const { hours, limits } = byRun({ usual: { hours: 2, limits: usual }, nightly: { hours: 12, limits: long } });
const endsAt = 3_600 * hours;
const laterFrom = 0.75 * endsAt;

/** Senders try at these times alone, so that few statements move the clock. */
const TICK_SECONDS = 20;

type Rate = { readonly bucket: string; readonly rate: number; readonly ceiling: number | null };

const readRates = (db: TestDb) =>
  db.execute<Rate>(sql`
    SELECT bucket, coalesce(rate, ${settings.startPerMinute}) AS rate,
      CASE WHEN ceiling_until > clock_timestamp() THEN ceiling END AS ceiling
    FROM store_budgets`);

describe("a class whose store has a limit that nobody knows", () => {
  const batchesOf = new Map<HostClass, readonly Batch[]>();
  /** At the start of each window. */
  const rates: Rate[] = [];

  beforeAll(async () => {
    const { db } = database();
    const senders = limits.map(([, hostClass, limiter, batch]) =>
      createSender(db, { hostClass, settings, batch, limiter }),
    );
    for (const { hostClass, batches } of senders) batchesOf.set(hostClass, batches);
    for (let now = 0; now < endsAt; now += TICK_SECONDS) {
      const due = senders.filter((sender) => sender.isDue(now));
      const isWindowOver = now % WINDOW_SECONDS === 0;
      if (due.length > 0 || isWindowOver) await clock().moveTo(START.getTime() + 1_000 * now);
      await Promise.all(due.map((sender) => sender.send(now)));
      if (isWindowOver) rates.push(...(await readRates(db)));
    }
  });

  it.each(limits)("of %s gets near it, and is rarely throttled", (_name, hostClass, _limiter, _batch, bounds) => {
    const batches = batchesOf.get(hostClass) ?? [];
    const later = batches.filter(({ at }) => at >= laterFrom);

    expect((60 * sumOf(later, "served")) / (endsAt - laterFrom)).toBeGreaterThanOrEqual(bounds.served);
    expect(sumOf(batches, "rejected")).toBeLessThanOrEqual(bounds.rejected);
    expect(sumOf(later, "rejected")).toBeLessThanOrEqual(bounds.later);
  });

  it.each(limits)("of %s sends nothing while it is closed", (_name, hostClass) => {
    const batches = batchesOf.get(hostClass) ?? [];
    expect(batches.length).toBeGreaterThan(hours);
    expect(batches.filter(({ isClosed }) => isClosed)).toEqual([]);
  });

  it.each(limits)(
    "of %s keeps its rate within what it has learnt, and cuts it once in ten minutes",
    (_name, hostClass) => {
      const ofClass = rates.filter(({ bucket }) => bucket === hostClass);
      expect(ofClass).toHaveLength(endsAt / WINDOW_SECONDS);
      for (const [index, { rate, ceiling }] of ofClass.entries()) {
        const before = ofClass[index - 1]?.rate ?? settings.startPerMinute;
        expect(rate).toBeGreaterThan(Math.max(RATE_FLOOR, CUT_SHARE * before) - 0.001);
        expect(rate).toBeLessThan(Math.min(ceiling ?? settings.capPerMinute, before + RATE_STEP) + 0.001);
      }
    },
  );
});

function sumOf(batches: readonly Batch[], what: "served" | "rejected"): number {
  return batches.reduce((sum, batch) => sum + batch[what], 0);
}
