import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { failureReasons } from "../../../lib/domain/failed-item.ts";
import { activeStorefronts } from "../../../lib/domain/storefronts.ts";
import { sweepSyncs } from "../../../lib/sync/sweep-syncs.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { dumpApp, findStored, unavailableCountries } from "../../support/stored.ts";

const database = useDatabase();
let nextId = 5000;

async function iosApp() {
  const { db } = database();
  nextId += 1;
  const externalId = String(nextId);
  const store = createFakeStore("ios");
  store.sell({ externalId, countries: activeStorefronts(countries, "ios").map(({ code }) => code) });
  const app = await createApp(db, { platform: "ios", externalId });
  const pipeline = createPipeline(db, store);
  return { db, store, app, externalId, pipeline };
}

/** Lets the time of every failed item come, and sweeps. */
async function reconcile({ db, app, pipeline }: Awaited<ReturnType<typeof iosApp>>) {
  await db.execute(
    sql`UPDATE sync_failed_items SET next_attempt_at = clock_timestamp() - interval '1 second' WHERE app_id = ${app.id} AND NOT permanent`,
  );
  await db.execute(
    sql`UPDATE sync_statuses SET next_retry_at = clock_timestamp() - interval '1 second', updated_at = clock_timestamp() - interval '1 hour' WHERE app_id = ${app.id}`,
  );
  await sweepSyncs(
    { ...pipeline.deps, settings: { quietSeconds: 60, spreadSeconds: 0, runAgeMaxHours: 24, refreshHours: 24 } },
    { correlationId: "sweep" },
  );
  await pipeline.drain();
}

describe("failed items", () => {
  it.each(failureReasons)(
    "of reason %s never make a country unavailable, and reconciling re-runs them",
    async (reason) => {
      const context = await iosApp();
      const { db, store, app, externalId, pipeline } = context;
      store.scriptMetrics(externalId, "jp", storeFailure(reason), {});
      store.scriptListing(externalId, "jp", storeFailure(reason), {});
      await pipeline.start(app.id);
      await pipeline.drain();
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

  it("that answer 404 in reconciling make the country unavailable and are asked no more", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    store.scriptListing(externalId, "br", storeFailure("timeout"), "empty_response");
    store.scriptMetrics(externalId, "br", storeFailure("timeout"), "empty_response");
    await pipeline.start(app.id);
    await pipeline.drain();
    const asked = () => store.calls.flatMap(({ countries: codes }) => codes).filter((code) => code === "br").length;
    const askedBefore = asked();
    await reconcile(context);
    await reconcile(context);

    expect(asked() - askedBefore).toBe(1);
    expect(await findStored(db, app.id)).toMatchObject({ open_items: [] });
    expect(await unavailableCountries(db, app.id)).toEqual(["br"]);
  });

  it("become permanent after as many attempts as their reason allows", async () => {
    const context = await iosApp();
    const { db, store, app, externalId, pipeline } = context;
    store.scriptMetrics(externalId, "br", storeFailure("invalid_response"));
    await pipeline.start(app.id);
    await pipeline.drain();
    for (let attempt = 1; attempt < 5; attempt += 1) await reconcile(context);

    const rows = await db.execute(
      sql`SELECT attempts, permanent, next_attempt_at FROM sync_failed_items WHERE app_id = ${app.id}`,
    );
    expect(rows).toEqual([{ attempts: 5, permanent: true, next_attempt_at: null }]);
    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", next_retry_at: null });
  });

  it("leave the same rows, once repaired, as a run in which nothing failed", async () => {
    const broken = await iosApp();
    broken.store.scriptMetrics(broken.externalId, "br", storeFailure("http_429", { status: 429 }), {});
    broken.store.scriptListing(broken.externalId, "fr", storeFailure("http_403", { status: 403 }), {});
    await broken.pipeline.start(broken.app.id);
    await broken.pipeline.drain();
    await reconcile(broken);

    const whole = await iosApp();
    await whole.pipeline.start(whole.app.id);
    await whole.pipeline.drain();

    const normalise = (dump: unknown, id: string) => JSON.parse(JSON.stringify(dump).replaceAll(id, "ID"));
    expect(normalise(await dumpApp(broken.db, broken.app.id), broken.externalId)).toEqual(
      normalise(await dumpApp(whole.db, whole.app.id), whole.externalId),
    );
  });

  it("are replaced when a new run starts while they are open", async () => {
    const { db, store, app, externalId, pipeline } = await iosApp();
    store.scriptMetrics(externalId, "br", storeFailure("http_5xx"));
    await pipeline.start(app.id);
    await pipeline.drain();
    await db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL WHERE app_id = ${app.id}`);
    await pipeline.start(app.id);

    expect(await findStored(db, app.id)).toMatchObject({ status: "queued", open_items: [], next_retry_at: null });
  });
});
