import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { appMetricCoverage } from "../../../db/schema/metrics.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { failureReasons } from "../../../lib/domain/failed-item.ts";
import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { ATTEMPTS_MAX } from "../../../lib/sync/run-phase.ts";
import { type TestDb, useClockedDatabase } from "../../support/database.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { endCoolDown, makeFailedItemsDue } from "../../support/pass-time.ts";
import { createPipeline, createSyncWorld, syncAgain } from "../../support/pipeline.ts";
import { dumpApp, findStored, unavailableCountries } from "../../support/stored.ts";
import { DAY_MS } from "../../support/sweep-world.ts";

const database = useClockedDatabase();

/** Germany and Austria show the same language. */
const codes = ["us", "de", "at", "fr", "jp", "br"];
const some = { countries: countries.filter(({ code }) => codes.includes(code)) };

/** An app that was synced so long ago that a scheduled run waits for no sweep. */
function iosApp() {
  const { db } = database();
  return createSyncWorld(db, { lastSyncedAt: new Date(db.clock.ms() - 3 * DAY_MS) }, some);
}

/** Makes every failed item due, and sweeps. */
async function reconcile({ db, app, pipeline }: Awaited<ReturnType<typeof iosApp>>) {
  await makeFailedItemsDue(db, app.id);
  await pipeline.resend();
  await pipeline.drain();
}

describe("failed items", () => {
  it.each(failureReasons)(
    "[SYN-1 SYN-8 SYN-12] with reason %s never make a country unavailable, and reconciling requests them again",
    async (reason) => {
      const context = await iosApp();
      const { db, store, app, externalId, pipeline } = context;
      store.scriptMetrics(externalId, "jp", storeFailure(reason), {});
      store.scriptListing(externalId, "jp", storeFailure(reason), {});
      await pipeline.sync(app.id);
      expect(await findStored(db, app.id)).toMatchObject({
        status: "completed",
        is_available: true,
        open_items: [
          ["listings", "jp", reason],
          ["metrics", "jp", reason],
        ],
      });
      expect(await unavailableCountries(db, app.id)).toEqual([]);

      await reconcile(context);

      expect(await findStored(db, app.id)).toMatchObject({
        status: "completed",
        current_step: null,
        open_items: [],
        next_retry_at: null,
      });
      const rows = await db.execute(
        sql`SELECT is_available FROM app_metrics WHERE app_id = ${app.id} AND country_code = 'jp'`,
      );
      expect(rows).toEqual([{ is_available: true }]);
    },
  );

  it("[MET-4 SYN-10 SYN-11] that return 404 make the country unavailable and are not requested again", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    store.scriptListing(externalId, "br", storeFailure("timeout"), "empty_response");
    store.scriptMetrics(externalId, "br", storeFailure("timeout"), "empty_response");
    await pipeline.sync(app.id);
    const countRequests = () =>
      store
        .callsOf(externalId)
        .flatMap(({ countries: codes }) => codes)
        .filter((code) => code === "br").length;
    const requestsBefore = countRequests();
    await reconcile(context);
    await reconcile(context);

    expect(countRequests() - requestsBefore).toBe(1);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [] });
    expect(await unavailableCountries(db, app.id)).toEqual(["br"]);
  });

  it("are requested in the language's next storefront when their own does not have the app", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    for (const script of [store.scriptListing, store.scriptMetrics]) {
      script(externalId, "de", storeFailure("timeout"), "empty_response");
    }
    store.scriptListing(externalId, "at", storeFailure("http_5xx"), { title: "Da" });
    await pipeline.sync(app.id);
    await reconcile(context);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["listings", "at", "http_5xx"]] });

    await reconcile(context);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [], next_retry_at: null });
    const [row] = await db.execute(
      sql`SELECT country_code, title FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE'`,
    );
    expect(row).toEqual({ country_code: "at", title: "Da" });
  });

  it("become permanent after as many attempts as their reason allows", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    store.scriptMetrics(externalId, "br", storeFailure("invalid_response"));
    await pipeline.sync(app.id);
    for (let attempt = 1; attempt < 5; attempt += 1) await reconcile(context);

    const rows = await db.execute(
      sql`SELECT attempts, permanent, next_attempt_at FROM sync_failed_items WHERE app_id = ${app.id}`,
    );
    expect(rows).toEqual([{ attempts: 5, permanent: true, next_attempt_at: null }]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", next_retry_at: null });
  });

  it("[SYN-8] store the same rows, once repaired, as a run in which nothing failed", async () => {
    const broken = await iosApp();
    broken.store.scriptMetrics(broken.externalId, "br", storeFailure("http_429", { status: 429 }), {});
    broken.store.scriptListing(broken.externalId, "fr", storeFailure("http_403", { status: 403 }), {});
    await broken.pipeline.sync(broken.app.id);
    await reconcile(broken);
    const repaired = await dumpApp(broken.db, broken.app.id);

    const whole = await iosApp();
    await whole.pipeline.sync(whole.app.id);

    const normalise = (dump: unknown, id: string) =>
      JSON.parse(JSON.stringify(dump).replaceAll(new RegExp(`\\b${id}\\b`, "g"), "ID"));
    expect(normalise(repaired, broken.externalId)).toEqual(
      normalise(await dumpApp(whole.db, whole.app.id), whole.externalId),
    );
  });

  it("are requested again when they are due themselves, not when others are", async () => {
    const { db, store, app, externalId, pipeline } = await iosApp();
    for (const country of ["br", "jp"]) {
      store.scriptMetrics(externalId, country, storeFailure("http_5xx"), {});
      store.scriptListing(externalId, country, storeFailure("http_5xx"), {});
    }
    await pipeline.sync(app.id);
    const itemsOf = (country: string) =>
      db.execute(sql`SELECT phase, attempts, next_attempt_at FROM sync_failed_items
        WHERE app_id = ${app.id} AND country_code = ${country} ORDER BY phase`);
    const waiting = await itemsOf("jp");
    expect(waiting).toHaveLength(2);
    await makeFailedItemsDue(db, app.id, sql`country_code = 'br'`);
    const callsBefore = store.calls.length;

    await pipeline.resend();
    await pipeline.drain();

    expect(store.calls.slice(callsBefore).map(({ countries: codes }) => codes)).toEqual([["br"], ["br"]]);
    expect(await itemsOf("br")).toEqual([]);
    expect(await itemsOf("jp")).toEqual(waiting);
    const [next] = await db.execute(sql`
      SELECT s.next_retry_at = min(f.next_attempt_at) AS is_next FROM sync_statuses s
        JOIN sync_failed_items f USING (app_id)
      WHERE app_id = ${app.id} GROUP BY s.next_retry_at`);
    expect(next).toEqual({ is_next: true });
  });

  it("become permanent when reconciling kills its worker again and again, and the run stays completed", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    for (const country of ["br", "jp"]) store.scriptMetrics(externalId, country, storeFailure("http_5xx"));
    await pipeline.sync(app.id);
    const [before] = await db.execute(
      sql`SELECT completed_at, cooldown_until FROM sync_statuses WHERE app_id = ${app.id}`,
    );
    await makeFailedItemsDue(db, app.id, sql`country_code = 'br'`);
    const dying = createPipeline(
      db,
      {
        ...store,
        fetchMetrics: () => Promise.reject(new RangeError("out of memory")),
      },
      some,
    );
    const [run] = await db.execute<{ run_id: string }>(sql`SELECT run_id FROM sync_statuses WHERE app_id = ${app.id}`);
    const message = {
      v: 1,
      runId: run?.run_id ?? "",
      appId: app.id,
      platform: "ios",
      phase: "reconciling",
      hop: 0,
      correlationId: "test",
    } as const;

    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await expect(dying.deliver(message)).rejects.toThrow(RangeError);
      await db.execute(sql`UPDATE sync_statuses SET lease_until = clock_timestamp() WHERE app_id = ${app.id}`);
      await db.delete(storeBudgets);
    }
    expect(await dying.deliver(message)).toBe("completed");

    expect(await findStored(db, app.id)).toMatchObject({
      status: "completed",
      current_step: null,
      error_message: null,
    });
    const items = await db.execute(sql`
      SELECT f.country_code, f.permanent, f.attempts, s.next_retry_at = f.next_attempt_at AS is_next
      FROM sync_failed_items f JOIN sync_statuses s USING (app_id) WHERE app_id = ${app.id} ORDER BY 1`);
    expect(items).toEqual([
      { country_code: "br", permanent: true, attempts: 1, is_next: null },
      { country_code: "jp", permanent: false, attempts: 1, is_next: true },
    ]);
    const [after] = await db.execute(
      sql`SELECT completed_at, cooldown_until FROM sync_statuses WHERE app_id = ${app.id}`,
    );
    expect(after).toEqual(before);
    expect(await dying.deliver(message)).toBe("not_claimed");
  });

  it("that were repaired count although reconciling is given up later", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    store.scriptListing(externalId, "br", storeFailure("http_5xx"), "empty_response");
    store.scriptMetrics(externalId, "br", {}, "empty_response");
    store.scriptMetrics(externalId, "jp", storeFailure("http_5xx"));
    await pipeline.sync(app.id);
    const dying = createPipeline(
      db,
      {
        ...store,
        fetchMetrics: () => Promise.reject(new RangeError("out of memory")),
      },
      some,
    );
    await reconcile({ ...context, pipeline: dying }).catch(() => undefined);
    expect(await unavailableCountries(db, app.id)).toEqual([]);

    await db.execute(sql`UPDATE sync_statuses SET attempt = ${ATTEMPTS_MAX} WHERE app_id = ${app.id}`);
    await reconcile({ ...context, pipeline: dying });

    expect(await unavailableCountries(db, app.id)).toEqual(["br"]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", next_retry_at: null });
    await syncAgain(pipeline, app.id);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "jp", "http_5xx"]] });
  });

  it("are replaced when a new run starts while they are open", async () => {
    const { db, store, app, externalId, pipeline } = await iosApp();
    store.scriptMetrics(externalId, "br", storeFailure("http_5xx"));
    await pipeline.sync(app.id);
    await endCoolDown(db, app.id);
    await pipeline.start(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", open_items: [], next_retry_at: null });
  });
});

describe("the coverage of a day on which failed items are repaired", () => {
  const missingOf = async (db: TestDb, appId: number) =>
    db.execute(sql`SELECT day::text, to_json(missing_country_codes) AS missing FROM app_metric_coverage
      WHERE app_id = ${appId} ORDER BY day`);

  /** Synced on one day, of which metrics or a listing of Japan failed; on the next day, France was not read. */
  async function unreadOnNextDay(failed: "metrics" | "listing") {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    if (failed === "metrics") store.scriptMetrics(externalId, "jp", storeFailure("timeout"), {});
    else store.scriptListing(externalId, "jp", storeFailure("timeout"), {});
    await pipeline.sync(app.id);
    const day = utcDay(db.clock.now());
    await db.clock.moveTo(db.clock.ms() + DAY_MS);
    const next = utcDay(db.clock.now());
    await db.insert(appMetricCoverage).values({ appId: app.id, day: next, missingCountryCodes: ["fr", "jp"] });
    return { ...context, day, next };
  }

  it("[SYN-8] keeps storefronts that only the sweep failed to read", async () => {
    const context = await unreadOnNextDay("listing");

    await reconcile(context);

    expect(await missingOf(context.db, context.app.id)).toEqual([
      { day: context.day, missing: [] },
      { day: context.next, missing: ["fr", "jp"] },
    ]);
  });

  it("[SYN-8] has the repaired storefront on the day on which it was read", async () => {
    const context = await unreadOnNextDay("metrics");

    await reconcile(context);

    expect(await missingOf(context.db, context.app.id)).toEqual([
      { day: context.day, missing: ["jp"] },
      { day: context.next, missing: ["fr"] },
    ]);
  });
});
