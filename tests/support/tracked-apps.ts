import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { track } from "./catalogue.ts";
import type { ClockedDb, TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { type App, createApp, createUser } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { createPipeline, type Pipeline, type PipelineOverrides } from "./pipeline.ts";

/** Deletes all apps and users; returns the pipeline of an App Store that sells nothing. */
export async function emptyCatalogue(db: ClockedDb, overrides: PipelineOverrides = {}) {
  await emptyTables(db, apps, users);
  return { db, pipeline: createPipeline(db, createFakeStore("ios"), overrides) };
}

/** An app that one user tracks. */
export async function createTrackedApp(db: TestDb, overrides: Parameters<typeof createApp>[1] = {}): Promise<App> {
  const app = await createApp(db, overrides);
  await track(db, { userId: (await createUser(db)).id, appId: app.id });
  return app;
}

/** Returns the apps of the messages that wait to be delivered. */
export function sentApps({ sent }: Pipeline): readonly number[] {
  return sent.map(({ message }) => message.appId);
}
