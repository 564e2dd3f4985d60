import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { FEWEST_ITEMS, ROOM_LEFT, TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { BURST } from "../../lib/domain/request-purpose.ts";
import { hostClasses, hostOfClass, type StoreSettings } from "../../lib/domain/store-hosts.ts";
import { sharedBudget } from "../../lib/stores/store-budget.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { passTime } from "../support/pass-time.ts";
import { equalStores } from "../support/store-settings.ts";

const database = useDatabase();

/** The purposes are in the order in which they get tokens. */
const requestPurposes = [
  "live",
  "first_read",
  "requested_chart",
  "requested_keyword",
  "requested",
  "chart",
  "sweep",
  "keyword",
  "page",
  "identify",
  "publisher",
  "rotation",
] as const satisfies readonly (keyof typeof TOKENS_NEEDED)[];

function createBudget(stores: StoreSettings) {
  const used: number[] = [];
  const budget = sharedBudget(
    { db: database().db, measure: (_name, value) => void used.push(value) },
    { platform: "ios", stores },
  );
  return { budget, used };
}

async function tokensOf(bucket: string): Promise<number | undefined> {
  const [row] = await database().db.execute<{ tokens: number }>(
    sql`SELECT round(tokens)::int AS tokens FROM store_budgets WHERE bucket = ${bucket}`,
  );
  return row?.tokens;
}

describe("a store's budget", () => {
  beforeEach(() => emptyTables(database().db, storeBudgets));

  it("grants requests while the bucket holds the tokens that they need, then returns how long to wait", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 6, capacity: 100 }));
    expect(await budget({ itunes_lookup: 80 }, "chart")).toBe(0);
    expect(await budget({ itunes_lookup: 50 }, "chart")).toBe(0);
    expect(await budget({ itunes_lookup: 1 }, "chart")).toBe((30 + TOKENS_NEEDED.chart) * 10);
  });

  it("is shared exactly by concurrent callers, and measures how much of it is used", async () => {
    const { budget, used } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => budget({ itunes_lookup: 10, apps_page: 10 }, "chart")),
    );
    expect(responses.filter((wait) => wait === 0)).toHaveLength(5);
    expect([...new Set(used.map(Math.round))].toSorted((a, b) => a - b)).toEqual([17, 33, 50, 67, 83]);
  });

  it("takes from the bucket of each class and from that of its host", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 100 }));

    await budget({ itunes_lookup: 3, itunes_rss: 4, apps_page: 2 }, "page");

    expect([await tokensOf("itunes_lookup"), await tokensOf("itunes_rss"), await tokensOf("apps_page")]).toEqual([
      97, 96, 98,
    ]);
    expect([await tokensOf("itunes.apple.com"), await tokensOf("apps.apple.com")]).toEqual([93, 98]);
  });

  it("takes nothing when one of the buckets is used up", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 100 }));
    await budget({ apps_page: 100 }, "chart");

    expect(await budget({ itunes_lookup: 5, apps_page: 5 }, "chart")).toBeGreaterThan(0);

    expect([await tokensOf("itunes.apple.com"), await tokensOf("apps_page")]).toEqual([100, 0]);
    expect(await budget({ itunes_lookup: 5 }, "chart")).toBe(0);
  });

  it("holds all classes of a host together to the host's rate", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    expect(await budget({ itunes_rss: 40 }, "chart")).toBe(0);
    expect(await budget({ itunes_lookup: 20 }, "chart")).toBe(0);
    expect(await budget({ itunes_search: 1 }, "chart")).toBeGreaterThan(0);
    expect(await budget({ apps_page: 1 }, "chart")).toBe(0);
  });

  it("sends a host no more in any minute than its limit, whatever is saved up", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 22 }));
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);
    await passTime(db, 30);
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);

    expect(await budget({ apps_page: 3 }, "chart")).toBeGreaterThan(0);
    await passTime(db, 31);
    expect(await budget({ apps_page: 1 }, "chart")).toBe(0);
    expect(await budget({ apps_page: 10 }, "page")).toBeGreaterThan(0);
  });

  it("lets a batch in when half of the minute is free, or small requests would starve it", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 22 }));
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);

    expect(await budget({ apps_page: 20 }, "page")).toBe(0);
    expect(await budget({ apps_page: 1 }, "page")).toBeGreaterThan(0);
  });

  it.each([
    { read: "sweep, and for express shards", daily: "itunes_lookup", chart: "itunes_rss", left: ROOM_LEFT.sweep },
    { read: "daily pages of Google Play", daily: "play_page", chart: "play_batch", left: ROOM_LEFT.page },
  ] as const)("leaves room in each minute for charts beside the $read", async ({ chart, daily, left }) => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    while ((await budget({ [daily]: 1 }, "sweep")) === 0);
    for (let sent = 0; sent < left; sent += 1) expect(await budget({ [chart]: 1 }, "chart")).toBe(0);
    expect(await budget({ [chart]: 1 }, "chart")).toBeGreaterThan(0);
  });

  it.each([
    ["itunes_lookup", ROOM_LEFT.sweep],
    ["play_page", ROOM_LEFT.page],
  ] as const)(
    "leaves room in each minute for the daily reads of the host of %s that other pages of scheduled syncs do not take",
    async (hostClass, left) => {
      const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
      while ((await budget({ [hostClass]: 1 }, "page")) === 0);
      for (let read = 0; read < ROOM_LEFT.identify - left; read += 1) {
        expect(await budget({ [hostClass]: 1 }, "sweep")).toBe(0);
      }
      expect(await budget({ [hostClass]: 1 }, "sweep")).toBeGreaterThan(0);
    },
  );

  it("lets pages of the App Store, whose host has no daily reads, in beside all but charts", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    let pages = 0;
    while ((await budget({ apps_page: FEWEST_ITEMS }, "page")) === 0) pages += FEWEST_ITEMS;
    expect(pages).toBe(20 - ROOM_LEFT.page);
  });

  it("grants what a user waits for in a minute that has no room for others", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    expect(await budget({ apps_page: 25 }, "page")).toBe(0);
    await passTime(db, BURST.seconds + 1);

    for (const purpose of ["live", "first_read", "requested_chart", "requested"] as const) {
      expect(await budget({ apps_page: 1 }, purpose)).toBe(0);
    }
    expect(await budget({ apps_page: 1 }, "chart")).toBeGreaterThan(0);
  });

  it("[LIM-8] gives users at most 20 requests of a host in ten seconds, whatever is saved up", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100 }));
    for (let batch = 0; batch < 2; batch += 1) expect(await budget({ itunes_lookup: 10 }, "requested")).toBe(0);

    expect(await budget({ itunes_rss: 1 }, "requested_chart")).toBeGreaterThan(BURST.seconds - 1);
    expect(await budget({ apps_page: 1 }, "first_read")).toBe(0);
    await passTime(db, BURST.seconds + 1);
    expect(await budget({ itunes_rss: 1 }, "requested_chart")).toBe(0);
  });

  it("[LIM-8] lets the rate of a class bind what a user waits for only once the store has limited it", async () => {
    const { db } = database();
    const stores = equalStores({ perMinute: 60, capacity: 60 });
    const classes = { ...stores.classes, apps_page: { startPerMinute: 6, capPerMinute: 60, adaptive: true } };
    const { budget } = createBudget({ ...stores, classes });
    await budget({ apps_page: 60 }, "chart");
    await passTime(db, 60);
    expect(await budget({ apps_page: 10 }, "requested")).toBe(0);

    await db.execute(sql`UPDATE store_budgets SET throttled_at = clock_timestamp() WHERE bucket = 'apps_page'`);
    expect(await budget({ apps_page: 1 }, "first_read")).toBeGreaterThan(0);
  });

  it("[LIM-8] lets users go before schedules up to their share of the day, and behind these afterwards", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60, usersPerDay: 30 }));
    const leaveTokens = (tokens: number) =>
      db.execute(
        sql`UPDATE store_budgets SET tokens = ${tokens} WHERE bucket IN ('itunes_lookup', 'itunes.apple.com')`,
      );
    expect(await budget({ itunes_lookup: 9 }, "requested")).toBe(0);
    await leaveTokens(TOKENS_NEEDED.page - 1);
    expect(await budget({ itunes_lookup: 5 }, "first_read")).toBe(0);

    await leaveTokens(TOKENS_NEEDED.page - 1);
    expect(await budget({ itunes_lookup: 2 }, "first_read")).toBeGreaterThan(0);
    expect(await budget({ itunes_lookup: 1 }, "sweep")).toBe(0);
    await leaveTokens(TOKENS_NEEDED.page);
    expect(await budget({ itunes_lookup: 2 }, "first_read")).toBe(0);
  });

  it("gives users their share again over the day", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60, usersPerDay: 40 }));
    await budget({ itunes_lookup: 20 }, "requested");
    await passTime(db, 12 * 3_600);
    await db.execute(sql`UPDATE store_budgets SET tokens = ${TOKENS_NEEDED.sweep}, refilled_at = clock_timestamp()
      WHERE bucket IN ('itunes_lookup', 'itunes.apple.com')`);

    expect(await budget({ itunes_lookup: 10 }, "requested")).toBe(0);
    expect(await tokensOf("itunes.apple.com:users")).toBe(0);
  });

  it("sends a class no more in any minute than its rate", async () => {
    const { db } = database();
    const stores = equalStores({ perMinute: 60, capacity: 100 });
    const classes = { ...stores.classes, apps_page: { startPerMinute: 12, capPerMinute: 60, adaptive: true } };
    const { budget } = createBudget({ ...stores, classes });
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);
    expect(await budget({ apps_page: 2 }, "page")).toBe(0);

    expect(await budget({ apps_page: 1 }, "page")).toBeGreaterThan(0);
    await passTime(db, 61);
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);
    expect(await budget({ apps_page: 2 }, "page")).toBe(0);
    expect(await budget({ apps_page: 1 }, "page")).toBeGreaterThan(0);
  });

  it.each([
    [1, "requested_chart"],
    [2, "requested_keyword"],
    [12, "requested"],
    [14, "chart"],
    [16, "sweep"],
    [18, "keyword"],
    [20, "identify"],
    [21, "publisher"],
    [40, "rotation"],
  ] as const)("grants %i tokens to what goes first, down to a %s request", async (tokens, last) => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    await budget({ play_page: 1 }, "chart");
    const granted: string[] = [];
    for (const purpose of requestPurposes) {
      await db.execute(
        sql`UPDATE store_budgets SET tokens = ${tokens} WHERE bucket IN ('play_page', 'play.google.com')`,
      );
      if ((await budget({ play_page: 1 }, purpose)) === 0) granted.push(purpose);
    }
    expect(granted).toEqual(requestPurposes.slice(0, requestPurposes.indexOf(last) + 1));
  });

  it.each([60, 400])("leaves sweeps no token of the last tenth of %i", async (capacity) => {
    const { budget } = createBudget(equalStores({ perMinute: 0.006, capacity }));
    let taken = 0;
    while ((await budget({ itunes_lookup: 1 }, "sweep")) === 0) taken += 1;

    expect(capacity - taken).toBeGreaterThanOrEqual(capacity / 10);
    expect(await budget({ itunes_lookup: 1 }, "page")).toBeGreaterThan(0);
    await passTime(database().db, BURST.seconds + 1);
    expect(await budget({ itunes_lookup: 1 }, "requested")).toBe(0);
  });

  it("takes what has been requested already on credit", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    await budget({ itunes_lookup: 60 }, "chart");

    expect(await budget({ itunes_lookup: 3 }, "on_credit")).toBe(0);
    expect(await tokensOf("itunes_lookup")).toBe(-3);
  });

  it("grants nothing of a class that is closed, nor anything of a host that is, until they open", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 60 }));
    const one = { itunes_lookup: 1, apps_page: 1 };
    await budget({ ...one, itunes_rss: 1 }, "first_read");
    const close = (bucket: string) =>
      db.execute(sql`UPDATE store_budgets SET blocked_until = clock_timestamp() + interval '10 minutes'
        WHERE bucket = ${bucket}`);

    await close("itunes_lookup");
    expect(await budget(one, "first_read")).toBeGreaterThan(590);
    expect(await budget({ itunes_rss: 1 }, "first_read")).toBe(0);
    await close("itunes.apple.com");
    expect(await budget({ itunes_rss: 1 }, "first_read")).toBeGreaterThan(590);
    expect(await budget({ apps_page: 1 }, "first_read")).toBe(0);

    await passTime(db, 601);
    expect(await budget(one, "first_read")).toBe(0);
  });

  it("is looked at again within half an hour, however long an operator has closed it", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 60 }));
    await budget({ itunes_rss: 1 }, "chart");
    await database().db.execute(sql`UPDATE store_budgets SET blocked_until = '2100-01-01' WHERE bucket = 'itunes_rss'`);

    expect(await budget({ itunes_rss: 1 }, "chart")).toBe(1_800);
  });

  it("follows the rate that a class has learnt, up to its cap", async () => {
    const { db } = database();
    const stores = equalStores({ perMinute: 60, capacity: 60 });
    const learning = {
      ...stores,
      classes: { ...stores.classes, itunes_rss: { startPerMinute: 6, capPerMinute: 12, adaptive: true } },
    };
    const { budget } = createBudget(learning);
    const secondsToChart = async (rate: number | null) => {
      await emptyTables(db, storeBudgets);
      await budget({ itunes_rss: 60 }, "chart");
      await db.execute(sql`UPDATE store_budgets SET rate = ${rate} WHERE bucket = 'itunes_rss'`);
      return budget({ itunes_rss: 1 }, "chart");
    };

    const secondsAt = (perMinute: number) => (TOKENS_NEEDED.chart * 60) / perMinute;
    expect(await secondsToChart(null)).toBe(secondsAt(6));
    expect(await secondsToChart(4)).toBe(secondsAt(4));
    expect(await secondsToChart(100)).toBe(secondsAt(12));
  });

  it("takes nothing where the host has no limit", async () => {
    const { budget, used } = createBudget(equalStores({ perMinute: "unlimited", capacity: 60 }));
    for (const hostClass of nonEmpty(hostClasses)) expect(await budget({ [hostClass]: 1_000 }, "page")).toBe(0);
    expect(used).toEqual([]);
    expect(await tokensOf(hostOfClass.itunes_lookup)).toBeUndefined();
  });
});
