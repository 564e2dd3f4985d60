import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { local } from "../../infra/aws/local-stages.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { requireRequest } from "../../lib/stores/connector.ts";
import { everywhere, fewCountries } from "../support/countries.ts";
import { type TestDb, useClockedDatabase } from "../support/database.ts";
import type { App } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createPipeline, type Pipeline } from "../support/pipeline.ts";
import { dumpApp, findStored } from "../support/stored.ts";
import { HOUR_MS, requestsPaid, sweepDay } from "../support/sweep-world.ts";
import { createSyncedApps } from "../support/synced-apps.ts";

const database = useClockedDatabase();

type Synced = Pick<Awaited<ReturnType<typeof createSyncedApps>>, "db" | "pipeline" | "store">;

/** Synced apps that have changed by the next day in the same way, after that day's sweep. */
async function createChangedApps(options: { readonly apps?: number } = {}) {
  const world = await createSyncedApps(database().db, options);
  const listing = {
    title: "Neu",
    subtitle: "Auch neu",
    promotional_text: "Nur jetzt",
    screenshots: [{ url: "https://images.example/2.png", device_type: "iphone", order: 0 }],
    video_url: "https://images.example/2.m3u8",
  } as const;
  const metrics = { rating_count: 300, rating: 4.2, stars: [20, 20, 20, 60, 180] } as const;
  for (const { externalId } of world.apps) world.store.sell({ externalId, countries: ["de"], listing, metrics });
  await sweepDay(world.pipeline);
  return world;
}

async function stored(db: TestDb, { id }: App) {
  const whole = z.record(z.string(), z.unknown()).parse(await dumpApp(db, id));
  const { listings, changes, metrics, points, versions, failed } = whole;
  return { listings, changes, metrics, points, versions, failed };
}

/** Reads an app by itself as a user's sync does that relies on no sweep, where there are no express shards. */
async function readWhole({ db, pipeline: { clock }, store }: Synced, { id }: App) {
  await clock.moveTo(clock.ms() + 1_000 * COOLDOWN_SECONDS + 1_000);
  const pipeline = createPipeline(db, store, { countries: fewCountries, settings: { sweep: { schedule: "off" } } });
  await pipeline.sync(id, "on_demand");
}

async function syncDueBy(pipeline: Pipeline) {
  await pipeline.tick();
  await pipeline.drain();
}

async function pageReads(db: TestDb, { id }: App) {
  const rows = await db.execute(sql`SELECT p.locale, p.country_code, v.version, p.changed_at,
      p.read_at > now() - interval '12 hours' AS is_of_second_day
    FROM app_page_reads p LEFT JOIN app_versions v ON v.id = p.version_id WHERE p.app_id = ${id} ORDER BY 1`);
  return [...rows];
}

describe("a scheduled sync of an app that the sweep has read in part", () => {
  it("saves what a sync saves that reads everything", async () => {
    const world = await createChangedApps();
    const { db, app, apps, syncDue, pagesRead, listingsRead, starsRead, requestedAlone } = world;
    const [, other = app] = apps;

    await readWhole(world, other);
    await syncDue();

    expect([pagesRead(), starsRead()]).toEqual([["de-DE", "en-GB"], ["de"]]);
    expect([listingsRead(), requestedAlone()]).toEqual([[], []]);
    expect(await stored(db, app)).toEqual(await stored(db, other));
    const changedPages = (await pageReads(db, app)).filter(({ country_code }) => country_code === "de");
    expect(changedPages).toEqual((await pageReads(db, other)).filter(({ country_code }) => country_code === "de"));
  });

  it("takes one token for each page and for the stars of each storefront", async () => {
    const { db, syncDue } = await createChangedApps({ apps: 1 });
    const paid = async () => ({
      lookups: await requestsPaid(db, "itunes_lookup"),
      pages: await requestsPaid(db, "apps_page"),
      ratings: await requestsPaid(db, "itunes_reviews"),
    });
    const before = await paid();

    await syncDue();

    expect(await paid()).toEqual({ ...before, pages: before.pages + 2, ratings: before.ratings + 1 });
  });

  it("reads the stars of all storefronts at once where the store has no limit", async () => {
    const { db, app, starsRead, pipeline, syncDue } = await createSyncedApps(database().db, {
      settings: { stores: local.stores },
    });
    await db.execute(sql`UPDATE app_metrics SET stars_observed_at = '2020-01-01' WHERE app_id = ${app.id}`);
    await sweepDay(pipeline);

    await syncDue();

    expect(starsRead().toSorted()).toEqual(everywhere.toSorted());
  });

  it("counts all items as done", async () => {
    const { db, app, syncDue } = await createChangedApps();

    await syncDue();

    const [row] = await db.execute(sql`SELECT status, progress_done = progress_total AS is_whole FROM sync_statuses
      WHERE app_id = ${app.id}`);
    expect(row).toEqual({ status: "completed", is_whole: true });
  });

  it("keeps the measures that a sweep stores while it waits for stars", async () => {
    const { db, store, app } = await createChangedApps();
    const fetchStars: typeof store.fetchStars = async (...request) => {
      await db.execute(sql`UPDATE app_metrics SET rating_count = 301, rating = 4.1, price = 2
        WHERE app_id = ${app.id} AND country_code = 'de'`);
      return requireRequest("ios", store.fetchStars)(...request);
    };

    await syncDueBy(createPipeline(db, { ...store, fetchStars }, { countries: fewCountries }));

    const measures = sql`rating_count, rating::float8, price::float8, to_jsonb(stars) AS stars`;
    const newest = { rating_count: 301, rating: 4.1, price: 2, stars: [20, 20, 20, 60, 180] };
    const rows = await db.execute(sql`SELECT ${measures}, stars_rating_count FROM app_metrics
      WHERE app_id = ${app.id} AND country_code = 'de'`);
    expect(rows).toEqual([{ ...newest, stars_rating_count: 301 }]);
    const points = await db.execute(sql`SELECT ${measures} FROM app_metric_changes
      WHERE app_id = ${app.id} AND country_code = 'de' ORDER BY valid_from DESC LIMIT 1`);
    expect(points).toEqual([newest]);
  });

  it("gives stars the time at which they were read, where a sweep has stored its row meanwhile with a later one", async () => {
    const { db, store, app, pipeline } = await createChangedApps({ apps: 1 });
    let later = "";
    const fetchStars: typeof store.fetchStars = async (...request) => {
      later = new Date(pipeline.clock.ms() + 60_000).toISOString();
      await db.execute(sql`UPDATE app_metrics SET rating_count = 301, observed_at = ${later}
        WHERE app_id = ${app.id} AND country_code = 'de'`);
      return requireRequest("ios", store.fetchStars)(...request);
    };

    await syncDueBy(createPipeline(db, { ...store, fetchStars }, { countries: fewCountries }));

    const rows = await db.execute(sql`SELECT to_jsonb(stars) AS stars, observed_at >= ${later}::timestamptz AS follows,
        stars_observed_at < ${later}::timestamptz AS is_of_its_own_time
      FROM app_metrics WHERE app_id = ${app.id} AND country_code = 'de'`);
    expect(rows).toEqual([{ stars: [20, 20, 20, 60, 180], follows: true, is_of_its_own_time: true }]);
  });

  it("renews the time of stars that are the same, and writes no change", async () => {
    const { db, app, pipeline, syncDue, starsRead } = await createSyncedApps(database().db);
    await sweepDay(pipeline);
    await db.execute(sql`UPDATE app_metrics SET stars_observed_at = stars_observed_at - interval '91 days'
      WHERE app_id = ${app.id} AND country_code = 'br'`);
    const before = await stored(db, app);

    await syncDue();

    expect(starsRead()).toEqual(["br"]);
    expect(await stored(db, app)).toEqual(before);
    const rows =
      await db.execute(sql`SELECT stars_observed_at > now() - interval '12 hours' AS is_of_second_day FROM app_metrics
      WHERE app_id = ${app.id} AND country_code = 'br'`);
    expect(rows).toEqual([{ is_of_second_day: true }]);
  });

  it("keeps what is stored of a page that could not be read, and reads it again the next day", async () => {
    const { db, store, app, pipeline, nextDay, syncDue, pagesRead } = await createChangedApps();
    const unreadFields = ["subtitle", "promotional_text", "screenshots", "video_url"] as const;
    store.scriptListing(
      app.externalId,
      { country: "de", locale: "de-DE" },
      { screenshots: [], unread_fields: unreadFields },
    );
    const before = await stored(db, app);

    await syncDue();
    await nextDay();
    await sweepDay(pipeline);
    await syncDue();

    expect(pagesRead()).toEqual(["de-DE", "en-GB", "de-DE"]);
    const german = ({ listings }: { listings: unknown }) =>
      JSON.stringify(listings).match(/"locale": ?"de-DE"/g)?.length;
    expect(german(await stored(db, app))).toBe(german(before));
  });

  it("has failed pages and stars requested again whole", async () => {
    const { db, store, app, pipeline, syncDue, listingsRead, requestedAlone } = await createChangedApps();
    store.scriptListing(app.externalId, { country: "de", locale: "de-DE" }, storeFailure("http_5xx"), {});
    store.scriptMetrics(app.externalId, "de", storeFailure("timeout"), {});

    await syncDue();
    expect(await findStored(db, app.id)).toMatchObject({
      status: "completed",
      open_items: [
        ["listings", "de", "http_5xx"],
        ["metrics", "de", "timeout"],
      ],
    });
    await pipeline.advance(HOUR_MS / 1_000);
    await pipeline.resend();
    await pipeline.drain();

    expect(await findStored(db, app.id)).toMatchObject({ status: "completed", open_items: [] });
    expect([listingsRead(), requestedAlone()]).toEqual([["de-DE"], ["de"]]);
  });

  it("fails stars of another number of ratings than the sweep has read", async () => {
    const { db, store, app, syncDue } = await createChangedApps();
    store.scriptMetrics(app.externalId, "de", { rating_count: 200, stars: [0, 0, 0, 0, 200] });

    await syncDue();

    expect(await findStored(db, app.id)).toMatchObject({ open_items: [["metrics", "de", "invalid_response"]] });
    const rows = await db.execute(sql`SELECT rating_count, to_jsonb(stars) AS stars FROM app_metrics
      WHERE app_id = ${app.id} AND country_code = 'de'`);
    expect(rows).toEqual([{ rating_count: 300, stars: [2, 3, 5, 20, 70] }]);
  });
});

describe("screenshots", () => {
  it("at another size are the same ones, whichever source names them", async () => {
    const { db, store, app, pipeline, nextDay, syncDue, pagesRead } = await createSyncedApps(database().db);
    const shot = (name: string) =>
      [{ url: `https://images.example/${name}`, device_type: "iphone", order: 0 }] as const;
    const sell = (name: string) =>
      store.sell({ externalId: app.externalId, countries: ["de"], listing: { screenshots: shot(name) } });
    const due = () => db.execute(sql`UPDATE app_page_reads SET changed_at = read_at WHERE app_id = ${app.id}`);
    const current = async () => {
      await nextDay();
      await sweepDay(pipeline);
      await due();
      await syncDue();
      return db.execute(sql`SELECT count(*)::int AS revisions, (max(screenshots::text)) AS screenshots
        FROM (SELECT screenshots FROM app_store_listings WHERE app_id = ${app.id} AND locale = 'de-DE'
          ORDER BY valid_from DESC) newest`);
    };

    sell("v4/a.png/392x696bb.png");
    const [first] = await current();
    sell("v4/a.png/1290x2796bb.jpg");
    const [second] = await current();
    sell("v4/b.png/1290x2796bb.jpg");
    const [third] = await current();

    expect(pagesRead()).not.toEqual([]);
    expect([first?.revisions, second?.revisions, third?.revisions]).toEqual([2, 2, 3]);
  });
});
