import { sql } from "drizzle-orm";

import { createApi, createCaller } from "../../support/api.ts";
import type { TestDb } from "../../support/database.ts";
import { type App, createApp, createPublisher } from "../../support/factories.ts";

type NewApp = Parameters<typeof createApp>[1];

/** An iOS publisher in the database with these many apps, and a caller. */
export async function publisherWithApps(db: TestDb, count: number, overrides: NewApp = {}) {
  const publisher = await createPublisher(db, { externalId: String(Math.floor(Math.random() * 1e15)) });
  const apps: App[] = [];
  for (let index = 0; index < count; index += 1) {
    apps.push(await createApp(db, { publisherId: publisher.id, ...overrides }));
  }
  const path = `/publishers/ios/${publisher.externalId}/import`;
  return { db, api: createApi(db), caller: await createCaller(db), publisher, apps, path, ids: apps.map(idOf) };
}

export const idOf = ({ externalId }: App) => externalId;
export const externalIdsOf = (response: { body: { data: { external_id: string }[] } }) =>
  response.body.data.map((app) => app.external_id);

type RunRow = { readonly app_id: number; readonly run_id: string; readonly purpose: string; readonly status: string };

/** The run of each app that has one. */
export const runsOf = (db: TestDb, apps: readonly App[]) =>
  db.execute<RunRow>(sql`
    SELECT app_id, run_id, purpose, status FROM sync_statuses
    WHERE app_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(apps.map(({ id }) => id))}::jsonb)::int)
    ORDER BY app_id`);

/** What an import would have left behind. */
export async function traces(db: TestDb, apps: readonly App[]) {
  const ids = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(apps.map(({ id }) => id))}::jsonb)::int)`;
  const tracked = await db.execute(sql`SELECT 1 FROM tracked_apps WHERE app_id IN ${ids}`);
  const tagged = await db.execute(sql`SELECT 1 FROM apps WHERE id IN ${ids} AND discovered_from = 'on_import'`);
  return { tracked: tracked.length, tagged: tagged.length, runs: (await runsOf(db, apps)).length };
}
