import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import { prod } from "../../infra/aws/stages.ts";
import { appsServedPerDay } from "../../lib/domain/daily-capacity.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createApp, createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createPipeline, createSyncWorld } from "../support/pipeline.ts";

const database = useClockedDatabase();

const facts = { countries, categories: storeCategories };
const served = { ios: appsServedPerDay("ios", prod, facts) };

/** Keeps all figures but those that each request to a store has. */
function measured() {
  const figures: Parameters<Measure>[] = [];
  const measure = (...figure: Parameters<Measure>) => {
    if (figure[0] !== "StoreBudgetUsedPercent") figures.push(figure);
  };
  return { figures, measure };
}

describe("the metrics of the pipeline", () => {
  it("count a completed sync once, and its failed items by phase and by reason", async () => {
    const { figures, measure } = measured();
    const { store, app, pipeline } = await createSyncWorld(
      database().db,
      { soldIn: ["us", "de"] },
      { measure, countries: fewCountries },
    );
    store.scriptMetrics(app.externalId, "de", storeFailure("http_429", { status: 429 }));

    await pipeline.sync(app.id);

    expect(figures).toEqual([
      ["FailedItems", 1, { platform: "ios", phase: "metrics", reason: "http_429" }],
      ["SyncsCompleted", 1, { platform: "ios", phase: "finalize" }],
    ]);
  });

  it("count a failed sync by the phase that failed", async () => {
    const { figures, measure } = measured();
    const { app, pipeline } = await createSyncWorld(
      database().db,
      { platform: "android", soldIn: [] },
      { measure, countries: fewCountries },
    );

    await pipeline.sync(app.id);

    expect(figures).toEqual([["SyncsFailed", 1, { platform: "android", phase: "identity" }]]);
  });

  it("show how many followed apps are too old, at one and a half times their limit, and what share of a day they take", async () => {
    const { db } = database();
    await emptyTables(db, apps, users);
    const { figures, measure } = measured();
    const user = await createUser(db);
    const hoursAgo = (hours: number) => new Date(database().db.clock.ms() - hours * 3_600_000);
    const ages = [1, 34, 35, 100].map((hours) => ({ lastSyncedAt: hoursAgo(hours) }));
    for (const overrides of [...ages, {}]) {
      const app = await createApp(db, overrides);
      await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user.id}, ${app.id})`);
    }
    await db.execute(sql`UPDATE followed_apps SET followed_at = ${hoursAgo(50).toISOString()}`);
    await createApp(db, { lastSyncedAt: hoursAgo(1_000) });

    await createPipeline(db, createFakeStore("ios"), { measure }).resend();

    expect(figures).toEqual([
      ["OverdueAppsPercent", 60, { platform: "ios" }],
      ["FollowedAppsPercent", (100 * 5) / served.ios, { platform: "ios" }],
      ["OverdueAppsPercent", 0, { platform: "android" }],
      ["FollowedAppsPercent", 0, { platform: "android" }],
    ]);
  });

  it("count no app as overdue that users have just begun to follow or that no storefront has, but those whose runs fail", async () => {
    const { db } = database();
    await emptyTables(db, apps, users);
    const { figures, measure } = measured();
    const user = await createUser(db);
    const old = new Date(database().db.clock.ms() - 100 * 3_600_000);
    const created = { createdAt: old };
    for (const [overrides, status] of [
      [created, null],
      [{ ...created, lastSyncedAt: old }, "failed"],
      [{ ...created, lastSyncedAt: old, isAvailable: false }, "failed"],
      [{ ...created, lastSyncedAt: db.clock.now() }, "failed"],
    ] as const) {
      const { id } = await createApp(db, overrides);
      await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user.id}, ${id})`);
      if (status === null) continue;
      await db.execute(sql`INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at)
        VALUES (${id}, gen_random_uuid(), 'tracked', ${status}, now(), now())`);
    }

    await createPipeline(db, createFakeStore("ios"), { measure }).resend();

    expect(figures).toEqual([
      ["OverdueAppsPercent", 100 / 3, { platform: "ios" }],
      ["FollowedAppsPercent", (100 * 3) / served.ios, { platform: "ios" }],
      ["OverdueAppsPercent", 0, { platform: "android" }],
      ["FollowedAppsPercent", 0, { platform: "android" }],
    ]);
  });
});
