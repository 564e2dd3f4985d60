import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { useClockedDatabase } from "../../support/database.ts";
import { endCoolDown, letDaysPass } from "../../support/pass-time.ts";
import { createPipeline, createSoldApp } from "../../support/pipeline.ts";
import { leaveTokens } from "../../support/sweep-world.ts";
import { withPages } from "../../support/with-pages.ts";
import { createPlayWorld, followApp, requestedIn, some, someStorefronts, syncWithTokens } from "./play-world.ts";

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
  const other = await createSoldApp(db, store, { platform: "android", soldIn: someStorefronts });
  await followApp(db, other);
  await db.execute(sql`UPDATE followed_apps SET tried_at = now() - make_interval(hours => ${otherWaitsHours})
    WHERE app_id = ${other.id}`);
  const released = { version: "2.0", releaseDate: "2026-03-01" };
  store.sell({ externalId, countries: someStorefronts, identity: released, listing: released });
  const requested = requestedIn(store);

  await leaveTokens(db, "play.google.com", TOKENS);
  await leaveTokens(db, "play_page", TOKENS);
  await endCoolDown(db, app.id);
  await pipeline.start(app.id);
  await pipeline.advance(seconds);
  const [row] = await db.execute(sql`SELECT status FROM sync_statuses WHERE app_id = ${app.id}`);
  return { ...world, pipeline, status: row?.status, requested };
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
