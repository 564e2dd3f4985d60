import { sql } from "drizzle-orm";

import { storeBudgets } from "../../../db/schema/stores.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { statement } from "../../../db/statement.ts";
import { track } from "../../support/catalogue.ts";
import type { ClockedDb, TestDb } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { createSyncWorld, type Pipeline, type PipelineOverrides, syncAgain } from "../../support/pipeline.ts";
import { emptySweeps } from "../../support/sweep-world.ts";

/** Austria and Argentina show languages that are read in Germany and Mexico; Italian is read in Switzerland. */
export const someStorefronts: readonly string[] = ["us", "de", "at", "fr", "ch", "jp", "br", "ar", "mx"];
export const some = { countries: countries.filter(({ code }) => someStorefronts.includes(code)) };

type NewApp = Parameters<typeof createSyncWorld>[1];

/** A followed app of Google Play, at noon, and the storefronts above. */
export async function createPlayWorld(db: ClockedDb, newApp: NewApp = {}, overrides: PipelineOverrides = {}) {
  await emptySweeps(db);
  const sold = { platform: "android", soldIn: someStorefronts, ...newApp } as const;
  const world = await createSyncWorld(db, sold, { ...some, ...overrides });
  await followApp(db, world.app);
  return world;
}

export async function followApp(db: TestDb, { id: appId }: { readonly id: number }): Promise<void> {
  await track(db, { userId: (await createUser(db)).id, appId });
}

/** Returns the requests to the store from now on, each as a pair of operation and storefront. */
export function requestedIn({ calls }: FakeStore) {
  const before = calls.length;
  return () => calls.slice(before).flatMap(({ operation, countries: codes }) => codes.map((code) => [operation, code]));
}

/** Returns which of the storefronts that were read have the app. */
export async function statusOf(db: TestDb, appId: number): Promise<Readonly<Record<string, boolean>>> {
  const rows = await db.execute<{ country_code: string; is_available: boolean }>(
    sql`SELECT country_code, is_available FROM app_metrics WHERE app_id = ${appId} AND country_code <> 'zz'`,
  );
  return Object.fromEntries(rows.map(({ country_code: code, is_available: isAvailable }) => [code, isAvailable]));
}

/**
 * Syncs the app by the schedule a minute later, when the store's buckets are full, so that items due by age find
 * tokens.
 */
export async function syncWithTokens(pipeline: Pipeline, appId: number): Promise<void> {
  await pipeline.clock.moveTo(pipeline.clock.ms() + 60_000);
  await emptyBudgets(pipeline.ports.db, {});
  await syncAgain(pipeline, appId);
}

const emptyBudgets = statement({
  name: "empty_budgets",
  effect: "writes",
  sql: () => sql`DELETE FROM ${storeBudgets}`,
});
