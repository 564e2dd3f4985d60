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
import { useDatabase } from "../support/database.ts";
import type { TestDb } from "../support/test-connection.ts";
import { useClock } from "../support/use-clock.ts";
import { type Batch, createSender } from "./limited-sender.ts";
import type { Limiter } from "./limiters.ts";

const START = new Date("2031-03-01T00:00:00Z");
const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 60, adaptive: true };

type Bounds = {
  /** At least this many requests a minute are served in the last quarter, when a class has found the limit. */
  readonly served: number;
  /** At most this many are rejected in all. */
  readonly rejected: number;
  /** And this many in the last quarter. */
  readonly later: number;
};
export type Limit = readonly [name: string, hostClass: HostClass, limiter: Limiter, batch: number, bounds: Bounds];

/** Senders try at these times alone, so that few statements move the clock. */
const TICK_SECONDS = 20;

type Rate = { readonly bucket: string; readonly rate: number; readonly ceiling: number | null };

const readRates = (db: TestDb) =>
  db.execute<Rate>(sql`
    SELECT bucket, coalesce(rate, ${settings.startPerMinute}) AS rate,
      CASE WHEN ceiling_until > clock_timestamp() THEN ceiling END AS ceiling
    FROM store_budgets`);

/** Sends requests for so many hours to classes of hosts, each of which has a limit that nobody knows. */
export function describeHiddenLimiters(hours: number, limits: readonly Limit[]): void {
  const database = useDatabase();
  const clock = useClock(database, START);
  const endsAt = 3_600 * hours;
  const laterFrom = 0.75 * endsAt;

  /** Sends what is due. Returns the rates at the start of a window. */
  async function sendAt(now: number, senders: readonly ReturnType<typeof createSender>[]): Promise<readonly Rate[]> {
    const due = senders.filter((sender) => sender.isDue(now));
    const isWindowOver = now % WINDOW_SECONDS === 0;
    if (due.length > 0 || isWindowOver) await clock().moveTo(START.getTime() + 1_000 * now);
    await Promise.all(due.map((sender) => sender.send(now)));
    return isWindowOver ? await readRates(database().db) : [];
  }

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
      for (let now = 0; now < endsAt; now += TICK_SECONDS) rates.push(...(await sendAt(now, senders)));
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
}

function sumOf(batches: readonly Batch[], what: "served" | "rejected"): number {
  return batches.reduce((sum, batch) => sum + batch[what], 0);
}
