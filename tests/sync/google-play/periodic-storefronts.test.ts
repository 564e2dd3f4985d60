import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useClockedDatabase } from "../../support/database.ts";
import { letDaysPass, letPagesAge } from "../../support/pass-time.ts";
import type { PipelineOverrides } from "../../support/pipeline.ts";
import { listChanges } from "../../support/stored.ts";
import { createPlayWorld, requestedIn, someStorefronts, statusOf, syncWithTokens } from "./play-world.ts";

const database = useClockedDatabase();

/** A synced app whose storefronts and pages were all read `days` ago. */
async function readBefore(days: number, overrides: PipelineOverrides = {}) {
  const world = await createPlayWorld(database().db, {}, overrides);
  const { db, app, store, pipeline } = world;
  await pipeline.sync(app.id);
  await letDaysPass(db, app.id, days);
  await letPagesAge(db, app.id, days);
  const requested = requestedIn(store);
  return {
    ...world,
    /** The storefronts of the listings requested since then, without the daily ones of the app's own storefront. */
    refreshed: () =>
      requested().flatMap(([operation, code]) => (operation === "fetchListings" && code !== "us" ? code : [])),
  };
}

async function pagesOf({ db, app }: Pick<Awaited<ReturnType<typeof readBefore>>, "db" | "app">) {
  return db.execute<{ locale: string; country_code: string; is_changed: boolean; age: number }>(sql`
    SELECT locale, country_code, changed_at IS NOT NULL AS is_changed,
      round(extract(epoch FROM now() - read_at) / 86400)::int AS age
    FROM app_page_reads WHERE app_id = ${app.id} ORDER BY locale`);
}

describe("the periodic refresh of Google Play's storefronts", () => {
  it("are five in a scheduled run: those read longest ago", async () => {
    const world = await readBefore(30);
    const { db, app, pipeline, refreshed } = world;
    await db.execute(sql`UPDATE app_metrics SET observed_at = observed_at - interval '1 day'
      WHERE app_id = ${app.id} AND country_code IN ('at', 'mx', 'jp')`);
    await syncWithTokens(pipeline, app.id);

    expect(refreshed()).toHaveLength(5);
    expect(refreshed().toSorted()).toEqual(expect.arrayContaining(["at", "jp", "mx"]));
    await syncWithTokens(pipeline, app.id);
    expect(refreshed().toSorted()).toEqual(someStorefronts.filter((code) => code !== "us").toSorted());
  });

  it("are not due in the days after all storefronts were read", async () => {
    const { app, pipeline, refreshed } = await readBefore(1);
    await syncWithTokens(pipeline, app.id);

    expect(refreshed()).toEqual([]);
  });

  it("read the language whose page was read longest ago, by one request that shows text and availability", async () => {
    const world = await readBefore(30);
    const { db, app, pipeline } = world;
    await db.execute(sql`UPDATE app_metrics SET observed_at = now() WHERE app_id = ${app.id} AND country_code <> 'ch'`);
    await db.execute(sql`UPDATE app_page_reads SET read_at = CASE locale WHEN 'it' THEN now() - interval '31 days'
      ELSE now() END
      WHERE app_id = ${app.id}`);
    const requested = requestedIn(world.store);
    await syncWithTokens(pipeline, app.id);

    expect(requested().filter(([, code]) => code !== "us")).toEqual([["fetchListings", "ch"]]);
    expect(await pagesOf(world)).toContainEqual({ locale: "it", country_code: "ch", is_changed: false, age: 0 });
    const [row] = await db.execute(sql`SELECT observed_at = now() AS is_read FROM app_metrics
      WHERE app_id = ${app.id} AND country_code = 'ch'`);
    expect(row).toEqual({ is_read: true });
  });

  /** Runs in which Austria, without the app, is read when its last look was this many days ago, of others 30. */
  async function runsUntilAustria(days: number) {
    const world = await readBefore(30);
    const { db, app, pipeline, refreshed } = world;
    await db.execute(sql`UPDATE app_metrics SET observed_at = now() - make_interval(days => ${days}), is_available = false
      WHERE app_id = ${app.id} AND country_code = 'at'`);
    let runs = 0;
    for (; runs < 3 && !refreshed().includes("at"); runs += 1) await syncWithTokens(pipeline, app.id);
    expect(await statusOf(db, app.id)).toMatchObject({ at: true });
    return runs;
  }

  it("come to storefronts without the app after those that had it, by two days alone", async () => {
    expect(await runsUntilAustria(31)).toBe(2);
    expect(await runsUntilAustria(33)).toBe(1);
  });

  it("pass over storefronts without the app if no run may look again", async () => {
    const never = { settings: { sync: { availabilityRecheckDays: 0 } } };
    const { db, app, externalId, store, pipeline, refreshed } = await readBefore(30, never);
    const gone = ["at", "br", "ch", "fr", "jp"];
    store.withdraw({ externalId, countries: gone });
    await db.execute(sql`UPDATE app_metrics SET is_available = false, observed_at = now() - interval '90 days'
      WHERE app_id = ${app.id} AND country_code::text = ANY (${`{${gone.join()}}`}::text[])`);
    for (let run = 0; run < 3; run += 1) await syncWithTokens(pipeline, app.id);

    expect(refreshed().toSorted()).toEqual(["ar", "de", "mx"]);
  });

  it("count a page as read where another storefront shows the same text", async () => {
    const world = await readBefore(0);
    const { db, app, pipeline } = world;
    await db.execute(sql`UPDATE app_metrics SET observed_at = now() - interval '30 days'
      WHERE app_id = ${app.id} AND country_code = 'at'`);
    await db.execute(sql`UPDATE app_page_reads SET read_at = now() - interval '1 day'
      WHERE app_id = ${app.id} AND locale = 'de-DE'`);
    await syncWithTokens(pipeline, app.id);

    expect(await pagesOf(world)).toContainEqual({ locale: "de-DE", country_code: "at", is_changed: false, age: 0 });
    expect(await listChanges(db, app.id)).toEqual([]);
  });

  it("never store the text of another storefront; the next run reads the page in its own one", async () => {
    const world = await readBefore(0);
    const { db, app, externalId, store, pipeline, refreshed } = world;
    store.scriptListing(externalId, "at", { title: "Servus" });
    const makeDue = () =>
      db.execute(sql`WITH pages AS (UPDATE app_page_reads SET read_at = now() - interval '1 day'
        WHERE app_id = ${app.id} AND locale = 'de-DE')
        UPDATE app_metrics SET observed_at = now() - interval '30 days'
          WHERE app_id = ${app.id} AND country_code = 'at'`);
    await makeDue();
    await syncWithTokens(pipeline, app.id);
    expect(refreshed()).toEqual(["at"]);
    expect(await pagesOf(world)).toContainEqual({ locale: "de-DE", country_code: "de", is_changed: true, age: 1 });

    store.scriptListing(externalId, "de", { title: "Neu" });
    await syncWithTokens(pipeline, app.id);
    expect(refreshed()).toEqual(["at", "de"]);
    expect(await pagesOf(world)).toContainEqual({ locale: "de-DE", country_code: "de", is_changed: false, age: 0 });

    await makeDue();
    await syncWithTokens(pipeline, app.id);
    await syncWithTokens(pipeline, app.id);
    expect(await listChanges(db, app.id)).toEqual([
      { locale: "de-DE", field: "title", old: "Title de-DE", new: "Neu" },
    ]);
  });
});
