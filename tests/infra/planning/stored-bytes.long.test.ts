import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { openClient } from "../../../db/client.ts";
import { migrate } from "../../../db/migrate.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { local } from "../../../infra/aws/local-stages.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { installClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import { type Postgres, startPostgres } from "../../../infra/local/postgres/start-postgres.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { linesPerCall } from "../../../infra/planning/bill-lines.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import type { ChartMessage } from "../../../lib/queues/messages.ts";
import type { Log } from "../../../lib/runtime/log.ts";
import { chartOf, createEmptyCharts } from "../../support/chart-pipeline.ts";
import { planChart } from "../../support/charts.ts";
import type { ClockedDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createSyncWorld, syncAgain, syncItems } from "../../support/pipeline.ts";
import { connectionTo, createDatabase } from "../../support/server.ts";
import { silentLog } from "../../support/silent-log.ts";
import { wholeSyncs } from "../../support/stage-settings.ts";
import { createSweepWorld, DAY_MS, noonMs, sweepDay } from "../../support/sweep-world.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";

/** A server of one's own: the log is that of all databases of a server, and other tests write as well. */
let folder: string;
let server: Postgres;
let client: postgres.Sql;
let database: { readonly db: ClockedDb; readonly sql: postgres.Sql };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stored-bytes-"));
  // The server may run under another account.
  await chmod(folder, 0o711);
  server = await startPostgres({ dataDir: join(folder, "data"), settings: { full_page_writes: "off" } });
  await createDatabase(server, "measured");
  const connection = connectionTo(server, "measured");
  await migrate({ connection: { ...connection, max: 1 }, now: () => new Date() });
  const clock = await installClock(connection, noonMs);
  client = openClient({ ...connection, max: 5 });
  database = { db: Object.assign(testDatabaseOver(client), { clock }), sql: openClient({ ...connection, max: 1 }) };
});
afterAll(async () => {
  await Promise.all([client?.end({ timeout: 5 }), database?.sql.end({ timeout: 5 }), database?.db.clock.stop()]);
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Charts have a day of their own. */
beforeEach(() => database.db.clock.moveTo(noonMs));

/** Returns the bytes of log that some work writes; the server writes no whole pages, as Aurora writes none. */
async function walOf(work: () => Promise<unknown>): Promise<number> {
  const [before] = await database.sql<{ lsn: string }[]>`SELECT pg_current_wal_insert_lsn()::text AS lsn`;
  await work();
  const [written] = await database.sql<{ bytes: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${before?.lsn ?? ""}::text::pg_lsn)::float8 AS bytes`;
  return written?.bytes ?? Number.NaN;
}

/** Returns by how many bytes some work lets a table grow, with its indexes and partitions. */
async function growthOf(table: string, work: () => Promise<unknown>): Promise<number> {
  const size = async () => {
    const [found] = await database.sql<{ bytes: number }[]>`
      SELECT pg_total_relation_size(${table}::text::regclass)::float8
        + coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(${table}::text::regclass)), 0)::float8 AS bytes`;
    return found?.bytes ?? Number.NaN;
  };
  const before = await size();
  await work();
  return (await size()) - before;
}

/** A bill is an estimate: it is wrong when what is measured is not within these factors of what it assumes. */
function expectNear(measured: number, assumption: number, [least, most] = [0.5, 1.6]): void {
  expect(measured).toBeGreaterThan(least * assumption);
  expect(measured).toBeLessThan(most * assumption);
}

function countLines() {
  const lines: string[] = [];
  const note = (event: string) => void lines.push(event);
  const log: Log = { ...silentLog, info: note, warn: note, error: note };
  return { lines, log };
}

describe("what the bill assumes of charts", () => {
  const RANKS = 100;
  const CHARTS = 100;

  it("is what storing them takes: bytes, log and lines", async () => {
    const { db, sql: client } = database;
    const { lines, log } = countLines();
    // The store takes all charts at once, as that of the local stage.
    const { store, pipeline } = await createEmptyCharts(db, { log, settings: { stores: local.stores } });
    const found = chartOf(RANKS);
    const storefronts = activeStorefronts(countries, "ios").slice(0, CHARTS);
    const messages: ChartMessage[] = [];
    for (const [turn, { code }] of storefronts.entries()) {
      const turned = [...found.slice(turn), ...found.slice(0, turn)].map((entry, place) => ({
        ...entry,
        rank: place + 1,
      }));
      const chart = { collection: "top_free", country: code, categoryExternalId: null } as const;
      store.scriptChart(chart, { found: turned });
      messages.push(await planChart(db, { countryCode: code, collection: chart.collection }));
    }
    const [first, ...others] = messages;
    if (first === undefined) throw new Error("There is no chart.");
    // The apps are new with the first one alone.
    await pipeline.deliver(first);
    await client`REINDEX TABLE chart_days`;
    lines.length = 0;

    let wal = 0;
    const grown = await growthOf("chart_days", async () => {
      wal = await walOf(async () => {
        for (const message of others) await pipeline.deliver(message);
        // A thousand charts would be packed at once.
        await client`SELECT pack_charts()`;
      });
      await client`REINDEX TABLE chart_days`;
    });

    const ranks = others.length * RANKS;
    expectNear(grown / ranks, assumed.chartEntryBytes);
    expectNear(wal / ranks, assumed.walBytesPerRank);
    // The consumer logs the outcome, and the budget its use as a figure; nothing else is said of a chart.
    expect(lines).toEqual(others.map(() => "chart.fetch.completed"));
    expect(linesPerCall.chartWorker).toBe(2);
  });
});

describe("what the bill assumes of syncs", () => {
  it.each([
    ["ios", "by themselves, without sweeps", wholeSyncs],
    ["android", "as deployed", {}],
  ] as const)("is what those of %s write to the log %s", async (platform, _how, settings) => {
    const { pipeline, app } = await createSyncWorld(database.db, { platform }, { settings });
    const whole = await walOf(() => pipeline.sync(app.id));
    const again = await walOf(() => syncAgain(pipeline, app.id));

    expectNear((whole - assumed.walBytesPerRun) / syncItems[platform], assumed.walBytesPerItem);
    expectNear(again, assumed.walBytesPerRun, [0.3, 1.6]);
  });

  it("is what a sweep writes of items that have not changed", async () => {
    const APPS = prod.sweep.appsPerRequest;
    const { clock } = database.db;
    const world = await createSweepWorld(database.db, { apps: APPS, countries });
    await sweepDay(world.pipeline);
    await clock.moveTo(clock.ms() + DAY_MS);

    const calls = world.store.calls.length;
    const wal = await walOf(() => sweepDay(world.pipeline));

    const batches = world.store.calls.length - calls;
    expect(batches).toBeGreaterThan(100);
    expectNear(wal / (APPS * batches), assumed.walBytesPerSweptItem);
  });
});

describe("what the bill assumes of rows", () => {
  const DAYS = 20;
  const APPS = 50;

  it("is what changed metrics and synced days take", async () => {
    const { db } = database;
    const { id: first } = await createApp(db);
    for (let count = 1; count < APPS; count += 1) await createApp(db);
    const changes = await growthOf("app_metric_changes", () =>
      db.execute(sql`
        INSERT INTO app_metric_changes (app_id, country_code, valid_from, rating, rating_count, price, currency, is_available)
        SELECT app.id, code, now() - make_interval(days => day), 4.5, 1000 * day, 0.99, 'USD', true
        FROM generate_series(${DAYS}, 1, -1) day, apps app, (SELECT code FROM countries WHERE code <> 'zz' LIMIT 20) c
        WHERE app.id >= ${first}`),
    );
    const coverage = await growthOf("app_metric_coverage", () =>
      db.execute(sql`
        INSERT INTO app_metric_coverage (app_id, day)
        SELECT id, current_date - day FROM generate_series(${DAYS} * 10, 1, -1) day, apps WHERE id >= ${first}`),
    );

    expectNear(changes / (DAYS * APPS * 20), assumed.changeRowBytes);
    expectNear(coverage / (DAYS * 10 * APPS), assumed.coverageRowBytes);
  });
});
