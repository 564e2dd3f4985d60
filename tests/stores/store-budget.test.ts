import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { ROOM_LEFT_BY_SWEEPS } from "../../lib/domain/call-limits.ts";
import { hostClasses, hostOfClass, type StoreSettings } from "../../lib/domain/store-hosts.ts";
import { sharedBudget } from "../../lib/stores/store-budget.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { passTime } from "../support/pass-time.ts";
import { equalStores } from "../support/store-settings.ts";

const database = useDatabase();

function createBudget(stores: StoreSettings) {
  const used: number[] = [];
  const budget = sharedBudget(
    { db: database().db, measure: (_name, value) => void used.push(value), random: () => 0.5 },
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

  it("grants requests while the bucket holds a token, then returns how long to wait", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 6, capacity: 100 }));
    expect(await budget({ itunes_lookup: 90 }, "interactive")).toBe(0);
    expect(await budget({ itunes_lookup: 50 }, "interactive")).toBe(0);
    expect(await budget({ itunes_lookup: 1 }, "interactive")).toBe(410);
  });

  it("is shared exactly by concurrent callers, and measures how much of it is used", async () => {
    const { budget, used } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => budget({ itunes_lookup: 10, apps_page: 10 }, "interactive")),
    );
    expect(responses.filter((wait) => wait === 0)).toHaveLength(6);
    expect([...new Set(used.map(Math.round))].toSorted((a, b) => a - b)).toEqual([17, 33, 50, 67, 83, 100]);
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
    await budget({ apps_page: 100 }, "interactive");

    expect(await budget({ itunes_lookup: 5, apps_page: 5 }, "interactive")).toBeGreaterThan(0);

    expect([await tokensOf("itunes.apple.com"), await tokensOf("apps_page")]).toEqual([100, 0]);
    expect(await budget({ itunes_lookup: 5 }, "interactive")).toBe(0);
  });

  it("holds all classes of a host together to the host's rate", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    expect(await budget({ itunes_rss: 40 }, "interactive")).toBe(0);
    expect(await budget({ itunes_lookup: 20 }, "interactive")).toBe(0);
    expect(await budget({ itunes_search: 1 }, "interactive")).toBeGreaterThan(0);
    expect(await budget({ apps_page: 1 }, "interactive")).toBe(0);
  });

  it("sends a host no more in any minute than it bears, whatever is saved up", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);
    await passTime(db, 30);
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);

    expect(await budget({ apps_page: 1 }, "chart")).toBeGreaterThan(0);
    await passTime(db, 31);
    expect(await budget({ apps_page: 1 }, "chart")).toBe(0);
    expect(await budget({ apps_page: 10 }, "page")).toBeGreaterThan(0);
  });

  it("lets a batch in when half of the minute is free, or small requests would starve it", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    expect(await budget({ apps_page: 10 }, "page")).toBe(0);

    expect(await budget({ apps_page: 20 }, "page")).toBe(0);
    expect(await budget({ apps_page: 1 }, "page")).toBeGreaterThan(0);
  });

  it("leaves room in each minute beside sweeps and charts for a few requests of a sync, and for none of a whole batch", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    for (let chart = 0; chart < 8; chart += 1) await budget({ itunes_rss: 1 }, "chart");
    let batches = 0;
    while ((await budget({ itunes_lookup: 1 }, "sweep")) === 0) batches += 1;
    expect(batches).toBe(10);

    const itemsOf = (items: number) => ({ itunes_lookup: items, apps_page: items });
    expect(await budget(itemsOf(10), "page")).toBeGreaterThan(0);
    expect(await budget(itemsOf(ROOM_LEFT_BY_SWEEPS), "page")).toBe(0);
    expect(await budget({ itunes_rss: 1 }, "chart")).toBeGreaterThan(0);
  });

  it("grants at once what a user waits for, and more than a minute may have when it has had nothing", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100, mostInAMinute: 20 }));
    expect(await budget({ apps_page: 25 }, "page")).toBe(0);

    expect(await budget({ apps_page: 1 }, "interactive")).toBe(0);
    expect(await budget({ apps_page: 1 }, "chart")).toBeGreaterThan(0);
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

  it("serves charts, which take one token each, before a batch that may go on credit", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    expect(await budget({ play_page: 49 }, "chart")).toBe(0);

    expect(await budget({ play_page: 50 }, "page")).toBeGreaterThan(0);
    expect(await budget({ play_page: 1 }, "chart")).toBe(0);
  });

  it.each([60, 400])("leaves sweeps no token of the last tenth of %i", async (capacity) => {
    const { budget } = createBudget(equalStores({ perMinute: 0.006, capacity }));
    let taken = 0;
    while ((await budget({ itunes_lookup: 1 }, "sweep")) === 0) taken += 1;

    expect(capacity - taken).toBeGreaterThanOrEqual(capacity / 10);
    expect(await budget({ itunes_lookup: 1 }, "page")).toBeGreaterThan(0);
    expect(await budget({ itunes_lookup: 1 }, "express")).toBe(0);
  });

  it("takes what has been requested already on credit", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 0.06, capacity: 60 }));
    await budget({ itunes_lookup: 60 }, "interactive");

    expect(await budget({ itunes_lookup: 3 }, "owed")).toBe(0);
    expect(await tokensOf("itunes_lookup")).toBe(-3);
  });

  it("spreads callers that come a little too early over a minute", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 100 }));
    expect(await budget({ itunes_lookup: 101 }, "interactive")).toBe(0);
    expect(await budget({ itunes_lookup: 1 }, "interactive")).toBe(60);
  });

  it("grants nothing of a class that is closed, nor anything of a host that is, until they open", async () => {
    const { db } = database();
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 60 }));
    const one = { itunes_lookup: 1, apps_page: 1 };
    await budget({ ...one, itunes_rss: 1 }, "interactive");
    const close = (bucket: string) =>
      db.execute(sql`UPDATE store_budgets SET closed_until = clock_timestamp() + interval '10 minutes'
        WHERE bucket = ${bucket}`);

    await close("itunes_lookup");
    expect(await budget(one, "interactive")).toBeGreaterThan(590);
    expect(await budget({ itunes_rss: 1 }, "interactive")).toBe(0);
    await close("itunes.apple.com");
    expect(await budget({ itunes_rss: 1 }, "interactive")).toBeGreaterThan(590);
    expect(await budget({ apps_page: 1 }, "interactive")).toBe(0);

    await passTime(db, 601);
    expect(await budget(one, "interactive")).toBe(0);
  });

  it("is looked at again within half an hour, however long an operator has closed it", async () => {
    const { budget } = createBudget(equalStores({ perMinute: 60, capacity: 60 }));
    await budget({ itunes_rss: 1 }, "chart");
    await database().db.execute(sql`UPDATE store_budgets SET closed_until = '2100-01-01' WHERE bucket = 'itunes_rss'`);

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
    const grantedInMinutes = async (rate: number | null) => {
      await emptyTables(db, storeBudgets);
      await budget({ itunes_rss: 60 }, "interactive");
      await db.execute(sql`UPDATE store_budgets SET rate = ${rate} WHERE bucket = 'itunes_rss'`);
      await passTime(db, 120);
      let granted = 0;
      while ((await budget({ itunes_rss: 1 }, "interactive")) === 0) granted += 1;
      return granted;
    };

    expect([await grantedInMinutes(null), await grantedInMinutes(4), await grantedInMinutes(100)]).toEqual([12, 8, 24]);
  });

  it("takes nothing where the host bears any rate", async () => {
    const { budget, used } = createBudget(equalStores({ perMinute: "unlimited", capacity: 60 }));
    for (const hostClass of hostClasses) expect(await budget({ [hostClass]: 1_000 }, "page")).toBe(0);
    expect(used).toEqual([]);
    expect(await tokensOf(hostOfClass.itunes_lookup)).toBeUndefined();
  });
});
