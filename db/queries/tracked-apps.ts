import { sql } from "drizzle-orm";
import * as z from "zod";

import { apps } from "../schema/apps.ts";
import { trackedApps } from "../schema/tracked-apps.ts";
import { type Db, type Placeholders, statement, unixTime } from "../statement.ts";
import type { StoreApp } from "./app-details.ts";

const referenceSchema = () =>
  z.object({
    id: z.int(),
    /** Unix time. */
    lastSyncedAt: z.number().nullable(),
  });
export type AppReference = Readonly<z.infer<ReturnType<typeof referenceSchema>>>;

const reference = sql`${apps.id}, ${unixTime(apps.lastSyncedAt)} AS "lastSyncedAt"`;

const findReference = statement({
  name: "find_app_reference",
  effect: "reads",
  row: referenceSchema,
  sql: ({ platform, externalId }: Placeholders<StoreApp>) => sql`
    SELECT ${reference} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}`,
});

export async function findAppReference(db: Db, app: StoreApp): Promise<AppReference | undefined> {
  const [row] = await findReference(db, app);
  return row;
}

const track = statement({
  name: "track_app",
  effect: "writes",
  row: referenceSchema,
  sql: ({ platform, externalId, userId }: Placeholders<StoreApp & { userId: number }>) => sql`
    WITH app AS (
      SELECT ${reference} FROM ${apps} WHERE ${apps.platform} = ${platform} AND ${apps.externalId} = ${externalId}
    ),
    tracked AS (
      INSERT INTO ${trackedApps} (user_id, app_id) SELECT ${userId}, id FROM app
      ON CONFLICT (user_id, app_id) DO NOTHING
    )
    SELECT id, "lastSyncedAt" FROM app`,
});

/** Makes a user track an app that the database knows, once; undefined when it does not know it. */
export async function trackApp(
  db: Db,
  input: StoreApp & { readonly userId: number },
): Promise<AppReference | undefined> {
  const [row] = await track(db, input);
  return row;
}
