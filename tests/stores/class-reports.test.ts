import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { reportResponses } from "../../db/queries/class-reports.ts";
import { takeTokens } from "../../db/queries/store-budgets.ts";
import {
  afterResponse,
  afterThrottle,
  grantedRate,
  type LearntRate,
  unlearntRate,
} from "../../lib/domain/adaptive-rate.ts";
import type { ClassSettings } from "../../lib/domain/store-hosts.ts";
import { useDatabase } from "../support/database.ts";
import { passTime } from "../support/pass-time.ts";

const database = useDatabase();

const settings: ClassSettings = { startPerMinute: 20, capPerMinute: 22, adaptive: true };
const bucket = { floor: null, capacity: 60, most: "none" as const, start: 20, cap: 22, adaptive: true };

/** Seconds that statements may take on a busy machine: the steps keep this far from where a rule begins to hold. */
const TOLERANCE_SECONDS = 15;

const row = async (name: string) => {
  const [found] = await database().db.execute<Record<string, number | null>>(sql`
    SELECT rate, throttled_in_a_row, window_requests, ceiling,
      extract(epoch FROM clock_timestamp() - window_started_at)::float8 AS window_age,
      extract(epoch FROM clock_timestamp() - throttled_at)::float8 AS throttle_age,
      extract(epoch FROM ceiling_until - clock_timestamp())::float8 AS ceiling_left,
      extract(epoch FROM closed_until - clock_timestamp())::float8 AS closed_left
    FROM store_budgets WHERE bucket = ${name}`);
  return found;
};

const modelRow = (learnt: LearntRate, now: number) => ({
  rate: learnt.rate,
  throttled_in_a_row: learnt.throttledInARow,
  window_requests: learnt.windowRequests,
  ceiling: learnt.ceiling,
  window_age: now - learnt.windowStartedAt,
  throttle_age: learnt.throttledAt === null ? null : now - learnt.throttledAt,
  ceiling_left: learnt.ceilingUntil === null ? null : learnt.ceilingUntil - now,
  closed_left: learnt.closedUntil === null ? null : learnt.closedUntil - now,
});
const counts = ["throttled_in_a_row", "window_requests", "rate", "ceiling"] as const;
const times = ["window_age", "throttle_age", "ceiling_left", "closed_left"] as const;

type Row = Readonly<Record<string, number | null>>;

function expectAlike(stored: Row, expected: Row, now: number): void {
  const isNull = (row: Row) => [...counts, ...times].filter((column) => row[column] === null);
  expect(isNull(stored).filter((column) => column !== "rate")).toEqual(
    isNull(expected).filter((column) => column !== "rate"),
  );
  const rated = (row: Row, column: string) => row[column] ?? (column === "rate" ? settings.startPerMinute : 0);
  for (const column of counts)
    expect(rated(stored, column), `${column} at ${now}`).toBeCloseTo(rated(expected, column));
  for (const column of times) {
    const difference = Math.abs((stored[column] ?? 0) - (expected[column] ?? 0));
    expect(difference, `${column} at ${now}`).toBeLessThan(TOLERANCE_SECONDS);
  }
}

async function take(requests: number, name = "itunes_rss") {
  await takeTokens(database().db, [{ ...bucket, bucket: name, requests }]);
}
const respond = () => reportResponses(database().db, { hostClass: "itunes_rss", settings, outcome: "responded" });
const throttle = (retryAfterSeconds: number | null = null, isAboutAddress = false) =>
  reportResponses(database().db, {
    hostClass: "itunes_rss",
    settings,
    outcome: "throttled",
    isAboutAddress,
    retryAfterSeconds,
  });

beforeEach(() => database().db.execute(sql`TRUNCATE store_budgets`));

describe("reports of responses", () => {
  /** Seconds that pass, requests in them, and what is reported then: a Retry-After stands for a throttled response. */
  const steps: readonly (readonly [after: number, requests: number, report: "responded" | number])[] = [
    [0, 1, "responded"],
    [300, 100, "responded"],
    // The rate was used, and was not.
    [320, 200, "responded"],
    [620, 10, "responded"],
    [1_500, 450, "responded"],
    // At the cap.
    [700, 500, "responded"],
    [650, 500, "responded"],
    // Two throttled responses, and two more while the class is closed; a third and a fourth one, of which one cuts.
    [100, 30, 0],
    [80, 5, 0],
    [20, 0, 200],
    [20, 0, 0],
    [200, 1, 0],
    [260, 1, 0],
    [520, 1, "responded"],
    [40, 1, 0],
    [90, 1, "responded"],
    // Grows up to the ceiling, and beyond it a day later.
    [700, 300, "responded"],
    [700, 300, "responded"],
    [90_000, 30_000, "responded"],
    [30, 0, 4_000],
    [1_850, 0, "responded"],
  ];

  it("have the results of the rules, one after the other", async () => {
    const { db } = database();
    let learnt = unlearntRate(0);
    let now = 0;
    const rates = new Set<number>();
    for (const [after, requests, outcome] of steps) {
      await passTime(db, after);
      now += after;
      await take(requests);
      learnt = { ...learnt, windowRequests: learnt.windowRequests + requests };
      if (outcome === "responded") {
        learnt = afterResponse(learnt, settings, now);
        await respond();
      } else {
        learnt = afterThrottle(learnt, settings, { now, retryAfterSeconds: outcome });
        const closedSeconds = await throttle(outcome);
        expect(Math.abs(closedSeconds - ((learnt.closedUntil ?? 0) - now))).toBeLessThan(TOLERANCE_SECONDS);
      }

      expectAlike({ ...(await row("itunes_rss")) }, modelRow(learnt, now), now);
      rates.add(grantedRate(learnt, settings));
    }
    expect(rates.size).toBeGreaterThan(6);
  });

  it("of many workers at once count as one throttled response", async () => {
    await take(1);

    await Promise.all(Array.from({ length: 12 }, () => throttle(null, true)));

    expect(await row("itunes_rss")).toMatchObject({ throttled_in_a_row: 1, rate: null, ceiling: null });
  });

  it("close the host where the store rejects the address, whatever the order in which workers take tokens", async () => {
    await take(1, "itunes.apple.com");
    await take(1);

    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? throttle(300, true)
          : takeTokens(database().db, [
              { ...bucket, bucket: "itunes_rss", requests: 1 },
              { ...bucket, bucket: "itunes.apple.com", requests: 1 },
            ]),
      ),
    );

    const host = await row("itunes.apple.com");
    expect(host?.closed_left).toBeGreaterThan(250);
    expect(host).toMatchObject({ rate: null, throttled_in_a_row: 0 });
  });

  it("leave the host open where the store limits the class alone, but for half a minute if it states a wait", async () => {
    await take(1, "itunes.apple.com");
    await take(1);

    await throttle();
    expect((await row("itunes_rss"))?.closed_left).toBeGreaterThan(30);
    expect((await row("itunes.apple.com"))?.closed_left).toBeNull();

    await passTime(database().db, 600);
    await throttle(300);
    expect((await row("itunes_rss"))?.closed_left).toBeGreaterThan(250);
    const hostLeft = (await row("itunes.apple.com"))?.closed_left;
    expect(hostLeft).toBeGreaterThan(0);
    expect(hostLeft).toBeLessThanOrEqual(30);
  });

  it("leave no tokens saved up for the time when the class opens", async () => {
    const { db } = database();
    const wait = async () =>
      (await takeTokens(db, [{ ...bucket, bucket: "itunes_rss", requests: 1, floor: 1 }])).waitSeconds;
    await take(1);
    await throttle(300);

    await passTime(db, 290);
    expect(await wait()).toBeGreaterThan(0);
    await passTime(db, 16);
    const granted = [await wait(), await wait(), await wait(), await wait()].filter((seconds) => seconds === 0);
    expect(granted.length).toBeGreaterThan(0);
    expect(granted.length).toBeLessThan(4);
  });

  it("change nothing of a class that nobody has requested", async () => {
    expect(await throttle(300)).toBe(0);
    await respond();
    expect(await row("itunes_rss")).toBeUndefined();
  });
});
