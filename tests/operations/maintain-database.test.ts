import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { passwordAttempts, rateLimits, users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { chartDays, chartFetches, trendingChartEntries, trendingCharts } from "../../db/schema/charts.ts";
import { sweepBatches, sweepShards } from "../../db/schema/sweeps.ts";
import { maintainDatabase } from "../../lib/operations/maintain-database.ts";
import { addSmallChart, categoryIdOf } from "../support/charts.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createApp, createUser } from "../support/factories.ts";
import { addLegacyChartRows } from "../support/legacy-chart-rows.ts";
import { silentLog } from "../support/silent-log.ts";

const database = useDatabase();
const NOW = new Date("2027-06-15T02:30:00Z");
const retention = { chartEntriesDays: 400, chartFetchesDays: 35, failedItemsDays: 90 };

const maintain = (log = silentLog) => maintainDatabase({ db: database().db, now: () => NOW, retention, log });

beforeEach(async () => {
  await emptyTables(
    database().db,
    users,
    rateLimits,
    passwordAttempts,
    chartDays,
    trendingCharts,
    trendingChartEntries,
    chartFetches,
    sweepShards,
    sweepBatches,
    apps,
  );
});

/** What is left of a table, by a column that identifies its rows. */
async function left(table: string, column: string): Promise<unknown[]> {
  const rows = await database().sql.unsafe(`SELECT ${column} AS value FROM ${table} ORDER BY 1`);
  return rows.map(({ value }) => value);
}

async function addWindow(bucket: string, secondsAgo: number): Promise<void> {
  await database().sql`
    INSERT INTO rate_limits (bucket, hits, window_started_at)
    VALUES (${bucket}, 1, clock_timestamp() - make_interval(secs => ${secondsAgo}))`;
}

async function addSession(userId: number, minutesLeft: number): Promise<Uint8Array> {
  const id = randomBytes(32);
  await database().sql`
    INSERT INTO sessions (id, user_id, expires_at)
    VALUES (${id}, ${userId}, clock_timestamp() + make_interval(mins => ${minutesLeft}))`;
  return id;
}

type NewToken = { readonly name: string; readonly minutesLeft?: number; readonly session?: Uint8Array };

async function addToken(userId: number, { name, minutesLeft, session = undefined }: NewToken): Promise<void> {
  await database().sql`
    INSERT INTO access_tokens (user_id, name, secret_sha256, abilities, session_id, expires_at)
    VALUES (${userId}, ${name}, ${randomBytes(32)}, '{read}', ${session ?? null},
      clock_timestamp() + make_interval(mins => ${minutesLeft ?? null}::int))`;
}

async function addFailedItem(country: string, lastAttemptedAt: string): Promise<void> {
  const { db } = database();
  const app = await createApp(db);
  await db.execute(sql`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at)
    VALUES (${app.id}, ${randomUUID()}, 'tracked', 'completed', now())`);
  await db.execute(sql`
    INSERT INTO sync_failed_items (app_id, phase, country_code, reason, last_attempted_at)
    VALUES (${app.id}, 'metrics', ${country}, 'timeout', ${lastAttemptedAt}::timestamptz)`);
}

async function chartOn(chartDate: string, countryCode = "us") {
  const categoryId = await categoryIdOf(database().db, "ios", null);
  return { platform: "ios", collection: "top_free", countryCode, categoryId, chartDate } as const;
}

async function addFetchOn(chartDate: string): Promise<void> {
  const { countryCode, categoryId } = await chartOn(chartDate);
  await database().sql`
    INSERT INTO chart_fetches (platform, collection, country_code, category_id, chart_date, outcome)
    VALUES ('ios', 'top_free', ${countryCode}, ${categoryId}, ${chartDate}::text::date, 'stored')`;
}

/** Saves a chart as this release does, and one as earlier releases do. */
async function addChartsOn(chartDate: string): Promise<void> {
  const { db } = database();
  await createMissingPartitions(db, new Date(chartDate));
  await addSmallChart(db, await chartOn(chartDate));
  const { id: appId } = await createApp(db);
  await addLegacyChartRows(db, await chartOn(chartDate, "de"), [{ rank: 1, appId }]);
}

const partsOf = async (table: string) => {
  const rows = await database().sql`
    SELECT right(inhrelid::regclass::text, 7) AS part FROM pg_inherits
    WHERE inhparent = ${table}::text::regclass ORDER BY 1`;
  return rows.map(({ part }) => part);
};

describe("the maintenance of the database", () => {
  it("creates the partitions of the coming quarters and months", async () => {
    await maintain();
    for (const table of ["chart_days", "charted_apps", "trending_chart_entries"]) {
      expect(await partsOf(table)).toEqual(expect.arrayContaining(["2027_05", "2027_06", "2027_12"]));
    }
    for (const table of ["app_metric_changes", "app_metric_coverage"]) {
      expect(await partsOf(table)).toEqual(expect.arrayContaining(["2027_q1", "2027_q2", "2027_q3", "2027_q4"]));
    }
  });

  it("deletes expired windows of rate limits, and keeps open ones", async () => {
    for (const [index, secondsAgo] of [0, 30, 61, 86_400].entries()) await addWindow(`auth:ip:${index}`, secondsAgo);
    expect(await maintain()).toMatchObject({ rateLimits: 2 });
    expect(await left("rate_limits", "bucket")).toEqual(["auth:ip:0", "auth:ip:1"]);
  });

  it("keeps the window of a feed for an hour", async () => {
    for (const [id, secondsAgo] of [61, 3_599, 3_601].entries()) await addWindow(`feed:${id}`, secondsAgo);
    expect(await maintain()).toMatchObject({ rateLimits: 1 });
    expect(await left("rate_limits", "bucket")).toEqual(["feed:0", "feed:1"]);
  });

  it("deletes more windows than one statement takes", async () => {
    await database().sql`
      INSERT INTO rate_limits (bucket, hits, window_started_at)
      SELECT 'user:' || n, 1, clock_timestamp() - interval '1 hour' FROM generate_series(1, 12001) n`;
    await addWindow("user:6000x", 0);
    expect(await maintain()).toMatchObject({ rateLimits: 12_001 });
    expect(await left("rate_limits", "bucket")).toEqual(["user:6000x"]);
  });

  it("loses no request that is counted concurrently", async () => {
    const { db } = database();
    const buckets = Array.from({ length: 200 }, (_, index) => `user:${1_000 + index}`);
    for (const bucket of buckets) await addWindow(bucket, 90);
    const upkeep = Array.from({ length: 5 }, () => maintain());
    await Promise.all([...buckets.map((bucket) => countHit(db, { bucket })), ...upkeep]);
    const counted = await database().sql`SELECT bucket FROM rate_limits WHERE hits = 1 ORDER BY 1`;
    expect(counted.map(({ bucket }) => bucket)).toEqual(buckets);
  });

  it("deletes expired sessions with their tokens, and keeps others", async () => {
    const { id } = await createUser(database().db);
    const [ended, open] = [await addSession(id, -1), await addSession(id, 10)];
    await addToken(id, { name: "of the ended session", session: ended });
    await addToken(id, { name: "of the open session", session: open });
    expect(await maintain()).toMatchObject({ sessions: 1 });
    expect(await left("sessions", "id")).toEqual([open]);
    expect(await left("access_tokens", "name")).toEqual(["of the open session"]);
  });

  it("deletes expired tokens, and keeps others", async () => {
    const { id } = await createUser(database().db);
    await addToken(id, { name: "ended", minutesLeft: -1 });
    await addToken(id, { name: "ends later", minutesLeft: 10 });
    await addToken(id, { name: "never ends" });
    expect(await maintain()).toMatchObject({ accessTokens: 1 });
    expect(await left("access_tokens", "name")).toEqual(["ends later", "never ends"]);
  });

  it("deletes counts of wrong passwords whose 15 minutes are over, and keeps others", async () => {
    await database().sql`
      INSERT INTO password_attempts (bucket, attempts, window_started_at)
      SELECT 'user:' || minutes, 10, clock_timestamp() - make_interval(mins => minutes) FROM unnest('{1,14,16,99}'::int[]) minutes`;
    expect(await maintain()).toMatchObject({ passwordAttempts: 2 });
    expect(await left("password_attempts", "bucket")).toEqual(["user:1", "user:14"]);
  });

  it("[APP-10] deletes searches that are no longer shared", async () => {
    const { sql: client } = database();
    for (const [byte, minutes] of [
      [1, 11],
      [2, 9],
    ] as const) {
      await client`INSERT INTO store_searches (search_sha256, external_ids, searched_at)
        VALUES (${Buffer.alloc(32, byte)}, '{}', clock_timestamp() - make_interval(mins => ${minutes}))`;
    }

    expect(await maintain()).toMatchObject({ storeSearches: 1 });
    expect(await left("store_searches", "get_byte(search_sha256, 0)")).toEqual([2]);
  });

  it("[SUG-3] deletes suggestions that are no longer shared", async () => {
    const { sql: client } = database();
    for (const [byte, minutes] of [
      [1, 11],
      [2, 9],
    ] as const) {
      await client`INSERT INTO store_suggestions (request_sha256, terms, suggested_at)
        VALUES (${Buffer.alloc(32, byte)}, '{}', clock_timestamp() - make_interval(mins => ${minutes}))`;
    }

    expect(await maintain()).toMatchObject({ storeSuggestions: 1 });
    expect(await left("store_suggestions", "get_byte(request_sha256, 0)")).toEqual([2]);
  });

  it("deletes addresses from which nobody has logged in for 30 days, and keeps others", async () => {
    const { id } = await createUser(database().db);
    await database().sql`
      INSERT INTO known_addresses (user_id, address_sha256, last_login_at)
      SELECT ${id}, sha256(days::text::bytea), clock_timestamp() - make_interval(days => days)
      FROM unnest('{0,29,30,99}'::int[]) days`;
    expect(await maintain()).toMatchObject({ knownAddresses: 2 });
    expect(await left("known_addresses", "(now()::date - last_login_at::date)")).toEqual([0, 29]);
  });

  it("deletes links that confirm an address a day after they have expired", async () => {
    for (const hours of [-1, 23, 25]) {
      const { id } = await createUser(database().db);
      await database().sql`
        INSERT INTO email_confirmations (user_id, email, secret, expires_at, requests)
        VALUES (${id}, 'ada@example.com', sha256('secret'), clock_timestamp() - make_interval(hours => ${hours}),
          ${10 + hours})`;
    }
    expect(await maintain()).toMatchObject({ emailConfirmations: 1 });
    expect(await left("email_confirmations", "requests")).toEqual([9, 33]);
  });

  it("deletes failed items whose last attempt was 90 days ago", async () => {
    await addFailedItem("de", "2027-03-17T02:29:59Z");
    await addFailedItem("us", "2027-03-17T02:30:01Z");
    expect(await maintain()).toMatchObject({ failedItems: 1 });
    expect(await left("sync_failed_items", "country_code")).toEqual(["us"]);
  });

  it("deletes fetches of charts older than 35 days, and keeps their charts", async () => {
    await addFetchOn("2027-05-10");
    await addFetchOn("2027-05-11");
    await addChartsOn("2027-05-10");
    expect(await maintain()).toMatchObject({ chartFetches: 1, charts: 0 });
    expect(await left("chart_fetches", "chart_date::text")).toEqual(["2027-05-11"]);
    expect(await left("chart_days", "chart_date::text")).toEqual(["2027-05-10"]);
    expect(await left("trending_charts", "chart_date::text")).toEqual(["2027-05-10"]);
  });

  it("deletes sweeps older than 35 days", async () => {
    for (const day of ["2027-05-10", "2027-05-11"]) {
      await database().sql`INSERT INTO sweep_shards (platform, day, shard, app_ids)
        VALUES ('ios', ${day}::text::date, 0, '{1}')`;
      await database().sql`INSERT INTO sweep_batches (platform, kind, day, shard, country_code)
        VALUES ('ios', 'metrics', ${day}::text::date, 0, 'us')`;
    }
    expect(await maintain()).toMatchObject({ sweeps: 2 });
    expect(await left("sweep_shards", "day::text")).toEqual(["2027-05-11"]);
    expect(await left("sweep_batches", "day::text")).toEqual(["2027-05-11"]);
  });

  it("drops charts by the month when all of it is older than 400 days, in both forms", async () => {
    // 400 days before is 2026-05-11.
    for (const day of ["2026-03-31", "2026-04-30", "2026-05-01", "2026-05-31"]) await addChartsOn(day);
    expect(await maintain()).toMatchObject({ charts: 2 });
    for (const table of ["chart_days", "trending_charts", "trending_chart_entries"]) {
      expect(await left(table, "chart_date::text")).toEqual(["2026-05-01", "2026-05-31"]);
    }
    for (const table of ["chart_days", "trending_chart_entries"]) expect((await partsOf(table))[0]).toBe("2026_05");
  });

  it("does nothing the second time, and the same when two run at once", async () => {
    const { id } = await createUser(database().db);
    for (let count = 0; count < 50; count += 1) {
      await addWindow(`user:${count}`, 90);
      await addSession(id, -1);
      await addToken(id, { name: "ended", minutesLeft: -1 });
    }
    await addFetchOn("2027-01-01");
    await addChartsOn("2026-02-01");
    const [one, other] = await Promise.all([maintain(), maintain()]);
    const both = Object.keys(one).map((part) => [part, (one[part] ?? 0) + (other[part] ?? 0)]);
    expect(Object.fromEntries(both)).toMatchObject({
      rateLimits: 50,
      sessions: 50,
      accessTokens: 50,
      chartFetches: 1,
      charts: 1,
    });
    expect(Object.values(await maintain()).every((count) => count === 0)).toBe(true);
  });

  it("continues when one part fails, and reports it", async () => {
    const events: string[] = [];
    const log = { ...silentLog, error: (event: string) => events.push(event) };
    await addWindow("user:1", 90);
    await database().sql`ALTER TABLE sessions RENAME TO sessions_aside`;
    try {
      await expect(maintain(log)).rejects.toThrow("Failed parts of the upkeep: 1.");
    } finally {
      await database().sql`ALTER TABLE sessions_aside RENAME TO sessions`;
    }
    expect(events).toEqual(["database.upkeep.failed"]);
    expect(await left("rate_limits", "bucket")).toEqual([]);
  });

  it("drops charts as a role that owns no table", async () => {
    const { sql: client, connection } = database();
    await addChartsOn("2025-01-01");
    await client
      .begin(async (transaction) => {
        await transaction.unsafe(`CREATE ROLE "${connection.database}"`);
        await transaction.unsafe(`SET LOCAL ROLE "${connection.database}"`);
        const dropped = await transaction`SELECT drop_chart_entries_before('2025-02-01') AS name`;
        const names = dropped.map(({ name }) => name);
        expect(names).toEqual(expect.arrayContaining(["chart_days_2025_01", "trending_chart_entries_2025_01"]));
        throw new Error("undo");
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== "undo") throw error;
      });
  });

  it.each(["enable_hashjoin", "enable_mergejoin", "enable_nestloop"])(
    "drops charts whatever the plan: without %s too",
    async (method) => {
      await addChartsOn("2025-01-01");

      const dropped = await database().sql.begin(async (transaction) => {
        await transaction.unsafe(`SET LOCAL ${method} = off`);
        return transaction`SELECT drop_chart_entries_before('2025-02-01') AS name`;
      });

      expect(dropped).toContainEqual({ name: "chart_days_2025_01" });
      expect(dropped).toContainEqual({ name: "trending_chart_entries_2025_01" });
    },
  );
});
