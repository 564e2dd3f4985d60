import { addCompetitor, track } from "./catalogue.ts";
import type { TestDb } from "./database.ts";
import { type App, createApp } from "./factories.ts";

/** Apps that a user follows. */

export async function createTracked(
  db: TestDb,
  userId: number,
  overrides: Parameters<typeof createApp>[1] = {},
): Promise<App> {
  const app = await createApp(db, overrides);
  await track(db, { userId, appId: app.id });
  return app;
}

export async function createCompetitor(
  db: TestDb,
  userId: number,
  parent: App,
  overrides: Parameters<typeof createApp>[1] = {},
): Promise<App> {
  const competitor = await createApp(db, overrides);
  await addCompetitor(db, { userId, appId: parent.id, competitorAppId: competitor.id });
  return competitor;
}
