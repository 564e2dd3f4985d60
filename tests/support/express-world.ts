import { sql } from "drizzle-orm";

import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import { fewCountries } from "./countries.ts";
import type { ClockedDb } from "./database.ts";
import { type App, createUser } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { createPipeline, createSoldApp, type PipelineOverrides } from "./pipeline.ts";
import { emptySweeps } from "./sweep-world.ts";

/** An empty database, the App Store and the pipeline in which new apps share express shards. */
export async function createExpressWorld(db: ClockedDb, overrides: PipelineOverrides = {}) {
  await emptySweeps(db);
  const store = createFakeStore("ios");
  const pipeline = createPipeline(db, store, { countries: fewCountries, ...overrides });
  const { id: userId } = await createUser(db);

  /** Adds an app that a user tracks and the store sells. */
  async function addApp({ soldIn, user = userId }: { soldIn?: readonly string[]; user?: number } = {}): Promise<App> {
    const app = await createSoldApp(db, store, soldIn === undefined ? {} : { soldIn });
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user}, ${app.id})`);
    return app;
  }

  return {
    db,
    store,
    pipeline,
    addApp,
    addApps: async (count: number): Promise<readonly App[]> => {
      const apps: App[] = [];
      for (let index = 0; index < count; index += 1) apps.push(await addApp());
      return apps;
    },
    start: (app: App, purpose: SyncPurpose = "on_demand") => pipeline.start(app.id, purpose),
    startAll: async (apps: readonly App[]) => {
      for (const { id } of apps) await pipeline.start(id, "on_demand");
    },
    addUser: async () => (await createUser(db)).id,
    /** Storefronts in which an app was requested by its own run. */
    requestedAlone: ({ externalId }: App) =>
      store.calls
        .filter(({ operation, subject }) => operation === "fetchMetrics" && subject === externalId)
        .flatMap(({ countries: requested }) => requested),
    /** Storefronts that were requested for the stars of the app alone. */
    requestedForStars: ({ externalId }: App) =>
      store.calls
        .filter(({ operation, subject }) => operation === "fetchStars" && subject === externalId)
        .flatMap(({ countries: requested }) => requested),
    /** Storefronts that were requested for many apps at once. */
    requestedTogether: () =>
      store.calls
        .filter(({ operation }) => operation === "fetchStorefrontApps")
        .flatMap(({ countries: [code] }) => code),
    statusOf: async ({ id }: App) => {
      const [row] = await db.execute<{ status: string; current_step: string | null; is_whole: boolean }>(sql`
        SELECT status, current_step, progress_done = progress_total AS is_whole FROM sync_statuses WHERE app_id = ${id}`);
      return row;
    },
    /** Delivers messages until batches of an express shard have begun to be stored, and are not all stored. */
    advanceIntoShard: async () => {
      const stored = () => db.execute(sql`SELECT 1 FROM sweep_batches WHERE outcome IS NOT NULL AND shard >= 10000`);
      while ((await stored()).length === 0) {
        if ((await pipeline.deliverNext()) === undefined) throw new Error("No express shard was planned.");
      }
    },
    /** Storefronts whose metrics are failed items of an app. */
    failedIn: async ({ id }: App) => {
      const rows = await db.execute<{ code: string }>(sql`SELECT country_code AS code FROM sync_failed_items
        WHERE app_id = ${id} AND phase = 'metrics' ORDER BY 1`);
      return rows.map(({ code }) => code);
    },
    /** Storefronts in which metrics of an app are stored. */
    measuredIn: async ({ id }: App) => {
      const rows = await db.execute<{ code: string }>(sql`SELECT country_code AS code FROM app_metrics
        WHERE app_id = ${id} AND rating_count IS NOT NULL ORDER BY 1`);
      return rows.map(({ code }) => code);
    },
    expressShards: () =>
      db.execute<{ shard: number; app_ids: number[]; is_folded: boolean }>(sql`
        SELECT shard, to_jsonb(app_ids) AS app_ids, folded_at IS NOT NULL AS is_folded FROM sweep_shards
        WHERE is_express ORDER BY day, shard`),
  };
}

export type ExpressWorld = Awaited<ReturnType<typeof createExpressWorld>>;
