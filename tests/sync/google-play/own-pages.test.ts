import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { findSyncStatus } from "../../../db/queries/runs/sync-statuses.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import { CHANGED_PAGES_WAIT_HOURS } from "../../../lib/domain/page-rules.ts";
import { type ClockedDb, type TestDb, useClockedDatabase } from "../../support/database.ts";
import { endCoolDown, letDaysPass } from "../../support/pass-time.ts";
import { createPipeline, createSoldApp, type Pipeline } from "../../support/pipeline.ts";
import { leaveTokens } from "../../support/sweep-world.ts";
import { withPages } from "../../support/with-pages.ts";
import {
  createPlayWorld,
  followApp,
  requestedIn,
  some,
  someStorefronts,
  statusOf,
  syncWithTokens,
} from "./play-world.ts";

const database = useClockedDatabase();

/** Enough for the own page, which must find 16, and then too few for other pages, which must find 20. */
const TOKENS = 18;

/**
 * A synced app with a new version, and another followed app whose last run ended this many hours ago. The message for
 * the changed pages comes 13 seconds after the start, when 20 tokens are expected.
 */
async function createChangedApp({
  otherWaitsHours,
  seconds,
}: {
  readonly otherWaitsHours: number;
  readonly seconds: number;
}) {
  const world = await createPlayWorld(database().db);
  const { db, app, externalId, store } = world;
  const pipeline = createPipeline(db, withPages(store), some);
  await pipeline.sync(app.id);
  await letDaysPass(db, app.id, 1);
  await addOtherApp(world, otherWaitsHours);
  const released = { version: "2.0", releaseDate: "2026-03-01" };
  store.sell({ externalId, countries: someStorefronts, identity: released, listing: released });
  const requested = requestedIn(store);

  await endCoolDown(db, app.id);
  await leavePageTokens(db, TOKENS);
  await pipeline.start(app.id);
  await pipeline.advance(seconds);
  return { ...world, pipeline, status: (await statusOfSync(db, app.id)).status, requested };
}

/** Adds another followed app, whose last run ended this many hours ago. */
async function addOtherApp({ db, store }: Awaited<ReturnType<typeof createPlayWorld>>, hours: number): Promise<void> {
  const other = await createSoldApp(db, store, { platform: "android", soldIn: someStorefronts });
  await followApp(db, other);
  await db.execute(sql`UPDATE followed_apps SET tried_at = now() - make_interval(hours => ${hours})
    WHERE app_id = ${other.id}`);
}

async function leavePageTokens(db: TestDb, tokens: number): Promise<void> {
  await leaveTokens(db, "play.google.com", tokens);
  await leaveTokens(db, "play_page", tokens);
}

/** Lets hours pass in which the store's buckets grant nothing. */
async function withoutTokens(db: TestDb, { advance }: Pipeline, hours: number): Promise<void> {
  await leavePageTokens(db, -100_000);
  await advance(hours * 3_600);
}

async function statusOfSync(db: ClockedDb, appId: number) {
  const found = await findSyncStatus(db, { appId, now: db.clock.now() });
  if (found === undefined) throw new Error("The app was never synced.");
  return found;
}

describe("[SWP-5] a scheduled run of Google Play that finds no tokens for its changed pages", () => {
  it("waits for them while every followed app was tried within two days", async () => {
    const { requested, status } = await createChangedApp({ otherWaitsHours: 47, seconds: 12 });

    expect(status).toBe("processing");
    expect(requested()).toEqual([["fetchIdentity", "us"]]);
  });

  it("leaves them to the next run when an app waits longer for its own page, and makes room for it", async () => {
    const { app, db, pipeline, requested, status } = await createChangedApp({ otherWaitsHours: 49, seconds: 15 });

    expect(status).toBe("completed");
    expect(requested()).toEqual([["fetchIdentity", "us"]]);

    await db.execute(sql`UPDATE followed_apps SET tried_at = now()`);
    await syncWithTokens(pipeline, app.id);
    expect(requested().filter(([operation]) => operation === "fetchListings").length).toBeGreaterThan(4);
  });
});

/** The first sync of an app, beside another followed app whose last run ended this many hours ago. */
async function createNewApp({
  otherWaitsHours,
  originCountryCode = "us",
}: {
  readonly otherWaitsHours: number;
  readonly originCountryCode?: string;
}) {
  const soldIn = someStorefronts.filter((code) => code !== "ch");
  const world = await createPlayWorld(database().db, { originCountryCode, soldIn });
  const { db, app, store } = world;
  const pipeline = createPipeline(db, withPages(store), some);
  await addOtherApp(world, otherWaitsHours);
  const requested = requestedIn(store);
  await leavePageTokens(db, TOKENS);
  await pipeline.start(app.id);
  return {
    ...world,
    pipeline,
    requested,
    status: () => statusOfSync(db, app.id),
    languagesRead: async () => {
      const rows = await db.execute<{ locale: string }>(
        sql`SELECT locale FROM app_page_reads WHERE app_id = ${app.id} ORDER BY locale`,
      );
      return rows.map(({ locale }) => locale);
    },
  };
}

describe("[SWP-5 SYN-18] a scheduled first sync of Google Play that finds no tokens for other storefronts", () => {
  it("waits for them while every followed app was tried within two days, but at most six hours", async () => {
    const { db, languagesRead, pipeline, requested, status } = await createNewApp({ otherWaitsHours: 24 });
    await pipeline.advance(12);

    expect(await status()).toMatchObject({ status: "processing", current_step: "listings" });
    expect(requested()).toEqual([["fetchIdentity", "us"]]);

    // A message comes each quarter of an hour.
    await withoutTokens(db, pipeline, CHANGED_PAGES_WAIT_HOURS + 0.25);
    expect((await status()).status).toBe("completed");
    expect(await languagesRead()).toEqual(["en-US"]);
  });

  it("ends with the own page when an app waits longer for its own page, and the rest stays pending", async () => {
    const { languagesRead, pipeline, requested, status } = await createNewApp({ otherWaitsHours: 49 });
    await pipeline.advance(15);

    const { progress, ...ended } = await status();
    expect(ended).toMatchObject({ status: "completed", failed_items: [] });
    expect(requested()).toEqual([["fetchIdentity", "us"]]);
    expect(await languagesRead()).toEqual(["en-US"]);
    // Identity, the listing of the own storefront and the metrics.
    expect(progress).toMatchObject({ done: 3, by_run: 3, pending: progress.total - 3 });
  });

  it("reads its primary listing all the same, where another storefront shows it", async () => {
    const { languagesRead, pipeline, requested, status } = await createNewApp({
      otherWaitsHours: 49,
      originCountryCode: "at",
    });
    await pipeline.advance(60);

    expect((await status()).status).toBe("completed");
    expect(requested()).toEqual([
      ["fetchIdentity", "at"],
      ["fetchListings", "de"],
    ]);
    expect(await languagesRead()).toEqual(["de-DE"]);
  });

  it("has the rest read by later scheduled syncs as they find tokens, until nothing is pending", async () => {
    const { app, db, languagesRead, pipeline, status } = await createNewApp({ otherWaitsHours: 49 });
    await pipeline.advance(15);
    await db.execute(sql`UPDATE followed_apps SET tried_at = now()`);
    await syncWithTokens(pipeline, app.id);

    expect((await status()).progress.pending).toBe(0);
    const sold = listingLanguages(some.countries, "android").filter(({ storefronts }) =>
      storefronts.some((code) => code !== "ch"),
    );
    expect(await languagesRead()).toEqual(sold.map(({ locale }) => locale).toSorted());
    await syncWithTokens(pipeline, app.id);
    expect(await statusOf(db, app.id)).toEqual(
      Object.fromEntries(someStorefronts.map((code) => [code, code !== "ch"])),
    );
  });
});
