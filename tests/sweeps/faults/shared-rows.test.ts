import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Db } from "../../../db/statement.ts";
import { local } from "../../../infra/aws/local-stages.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import type { FakeRecords } from "../../support/fake-storefronts.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { findWrongRatings } from "../../support/ratings.ts";
import { listChanges } from "../../support/stored.ts";
import { DAY_MS, emptySweeps, followApps, metricsIn, takeBatch, tickSweep } from "../../support/sweep-world.ts";
import { findRepetitions } from "./consistency.ts";

const database = useClockedDatabase();

/** These tests are about rows: no batch waits for tokens or for its slot. */
const anyRate = { stores: local.stores, sweep: { batchesPerMinute: 6_000 } };

/** One followed app, which waits for no express shard, and the pipeline that sweeps and syncs it on the same day. */
async function createShared() {
  const { db } = database();
  await emptySweeps(db);
  const store = createFakeStore("ios");
  const pipeline = createPipeline(db, store, { countries: fewCountries, settings: anyRate });
  const [app] = await followApps(db, store, 1, { lastSyncedAt: new Date(db.clock.ms() - 3 * DAY_MS) });
  if (app === undefined) throw new Error("No app is followed.");

  return {
    db,
    store,
    app,
    pipeline,
    syncTheDayBefore: async () => {
      await pipeline.sync(app.id);
      await db.clock.moveTo(db.clock.ms() + DAY_MS);
    },
    sell: (records: FakeRecords) => store.sell({ externalId: app.externalId, countries: everywhere, ...records }),
    /** Starts a run and delivers its messages until one of the phase waits, which it returns. */
    runUntil: async (phase: string) => {
      await pipeline.start(app.id);
      let message = pipeline.take();
      while (message.phase !== phase) {
        await pipeline.deliver(message);
        message = pipeline.take();
      }
      return message;
    },
    /** Sends the day's batches, and returns that of one storefront. */
    batchOf: async (country: string) => {
      await tickSweep(pipeline);
      return takeBatch(pipeline, country);
    },
  };
}

/** Returns the ratings at the change points of an app in a storefront, in the order of time. */
async function pointsIn(db: TestDb, appId: number, country: string) {
  const rows = await db.execute<{ rating_count: number | null }>(sql`SELECT rating_count FROM app_metric_changes
    WHERE app_id = ${appId} AND country_code = ${country} ORDER BY valid_from`);
  return rows.map(({ rating_count }) => rating_count);
}

/** Apps whose texts the batch of a storefront did not read. */
async function textlessIn(db: TestDb, country: string) {
  const rows = await db.execute<{ id: number }>(
    sql`SELECT unnest(textless_app_ids) AS id FROM sweep_batches WHERE country_code = ${country} AND kind = 'metrics'`,
  );
  return rows.map(({ id }) => id);
}

/** Waits until this many statements of this database wait for rows that others have locked. */
async function waiting(db: TestDb, count: number) {
  await expect
    .poll(async () => {
      const rows = await db.execute(sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`);
      return rows.length;
    })
    .toBe(count);
}

/** The same database, and the names of the statements that failed. */
function watchStatements(db: TestDb): { readonly db: Db; readonly failed: readonly string[] } {
  const failed: string[] = [];
  const run: Db["run"] = async (statement) => {
    try {
      return await db.run(statement);
    } catch (error) {
      failed.push(`${statement.name}: ${String(error)}`);
      throw error;
    }
  };
  return { db: { ...db, run }, failed };
}

class Undone extends Error {}

describe("a run and a sweep that write one row at once", () => {
  it("record a first observation once", async () => {
    const { db, app, pipeline, runUntil, batchOf } = await createShared();
    // The plan of a day leaves out an app whose first run is under way.
    const [batch, message] = [await batchOf("de"), await runUntil("metrics")];

    let ended: Promise<unknown> | undefined;
    await database()
      .sql.begin(async (gate) => {
        await gate`INSERT INTO app_metrics (app_id, country_code, is_available, observed_at)
          VALUES (${app.id}, 'de', true, now())`;
        ended = Promise.all([pipeline.deliver(batch), pipeline.deliver(message)]);
        ended.catch(() => undefined);
        await waiting(db, 2);
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });

    expect(await ended).toEqual(["stored", "completed"]);
    expect(new Set(await pointsIn(db, app.id, "de"))).toEqual(new Set([100]));
    expect(await findRepetitions(db)).toEqual([]);
    expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 100, stars: [2, 3, 5, 20, 70] });
  });

  it.each(["the batch", "the run"])("record a change once, and keep stars when %s is first", async (first) => {
    const { db, app, syncTheDayBefore, sell, pipeline, runUntil, batchOf } = await createShared();
    await syncTheDayBefore();
    const changed = { rating_count: 200, stars: [4, 6, 10, 40, 140] } as const;
    sell({ metrics: changed });
    const [message, batch] = [await runUntil("metrics"), await batchOf("de")];

    const deliveries = [() => pipeline.deliver(batch), () => pipeline.deliver(message)];
    const ended: Promise<unknown>[] = [];
    await database().sql.begin(async (gate) => {
      await gate`SELECT 1 FROM app_metrics WHERE app_id = ${app.id} AND country_code = 'de' FOR UPDATE`;
      for (const deliver of first === "the batch" ? deliveries : deliveries.reverse()) {
        ended.push(deliver());
        await waiting(db, ended.length);
      }
    });

    await Promise.all(ended);
    expect(new Set(await pointsIn(db, app.id, "de"))).toEqual(new Set([100, 200]));
    expect(await findRepetitions(db)).toEqual([]);
    expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 200, stars: changed.stars });
  });

  it("leave the texts of the app to the run, which holds it", async () => {
    const { db, app, syncTheDayBefore, sell, pipeline, runUntil, batchOf } = await createShared();
    await syncTheDayBefore();
    sell({ listing: { title: "Renamed" } });
    const [message, batch] = [await runUntil("listings"), await batchOf("de")];

    let read: Promise<unknown> | undefined;
    await database().sql.begin(async (gate) => {
      await gate`SELECT 1 FROM app_page_reads WHERE app_id = ${app.id} AND locale = 'de-DE' FOR UPDATE`;
      read = pipeline.deliver(message);
      read.catch(() => undefined);
      await waiting(db, 1);
      expect(await pipeline.deliver(batch)).toBe("stored");
    });

    expect(await read).toEqual("completed");
    const changes = (await listChanges(db, app.id)).filter(({ locale }) => locale === "de-DE");
    expect(changes).toEqual([{ locale: "de-DE", field: "title", old: "Title de-DE", new: "Renamed" }]);
    expect(await textlessIn(db, "de")).toEqual([app.id]);
  });

  it.each(["the batch", "the run"])(
    "store texts of %s in a version that another writer has just stored",
    async (reader) => {
      const { db, app, syncTheDayBefore, sell, pipeline, runUntil, batchOf } = await createShared();
      await syncTheDayBefore();
      sell({ listing: { title: "Renamed", version: "2.0", version_released_at: "2026-03-02T03:04:05.000Z" } });
      const batch = await batchOf("de");
      const message = reader === "the run" ? await runUntil("listings") : undefined;

      let ended: Promise<unknown> | undefined;
      await database().sql.begin(async (gate) => {
        await gate`INSERT INTO app_versions (app_id, version) VALUES (${app.id}, '2.0')`;
        ended = message === undefined ? pipeline.deliver(batch) : pipeline.deliver(message);
        ended.catch(() => undefined);
        await waiting(db, 1);
      });
      await ended;

      const [newest] = await db.execute(sql`SELECT l.title, v.version, v.released_at IS NOT NULL AS is_dated
      FROM app_store_listings l LEFT JOIN app_versions v ON v.id = l.version_id
      WHERE l.app_id = ${app.id} AND l.locale = 'de-DE' ORDER BY l.valid_from DESC LIMIT 1`);
      expect(newest).toEqual({ title: "Renamed", version: "2.0", is_dated: true });
    },
  );

  it.each(["the run", "the counting of the shard"])(
    "%s rates the app by what was stored while it waited",
    async (last) => {
      const { db, store, app, pipeline, runUntil } = await createShared();
      await tickSweep(pipeline);
      const message = await runUntil("finalize");
      await pipeline.deliverSweeps();
      const counting = createPipeline(db, store, { countries: fewCountries });

      let ended: Promise<unknown> | undefined;
      await database().sql.begin(async (gate) => {
        await gate`SELECT 1 FROM apps WHERE id = ${app.id} FOR NO KEY UPDATE`;
        ended = last === "the run" ? pipeline.deliver(message) : tickSweep(counting);
        ended.catch(() => undefined);
        await waiting(db, 1);
        await gate`UPDATE app_metrics SET rating = 1, rating_count = 1000000
        WHERE app_id = ${app.id} AND country_code = 'de'`;
        await gate`UPDATE apps SET updated_at = now() WHERE id = ${app.id}`;
      });
      await ended;

      expect(await findWrongRatings(db)).toEqual([]);
    },
  );

  it("end both when the run ends while its app's shard is counted", async () => {
    const { db, store, app, pipeline, runUntil } = await createShared();
    await tickSweep(pipeline);
    const message = await runUntil("finalize");
    await pipeline.deliverSweeps();
    const watched = watchStatements(db);
    const counting = createPipeline(db, store, { db: watched.db, countries: fewCountries });

    let ended: Promise<unknown> | undefined;
    await database().sql.begin(async (gate) => {
      await gate`SELECT 1 FROM apps WHERE id = ${app.id} FOR NO KEY UPDATE`;
      const counted = tickSweep(counting);
      await waiting(db, 1);
      ended = Promise.all([counted, pipeline.deliver(message)]);
      ended.catch(() => undefined);
      await waiting(db, 2);
    });

    expect(await ended).toEqual([expect.objectContaining({ folded: 1 }), "completed"]);
    expect(watched.failed).toEqual([]);
  });
});
