import { describe, expect, it } from "vitest";

import { track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createCompetitor } from "../../support/followed-apps.ts";
import { useTags } from "./use-tags.ts";

const database = useDatabase();
const setUpTags = useTags(database);

/** Until a statement of the text waits for a lock. */
async function someWaits(text: string): Promise<void> {
  const waiting = () => database().sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${`%${text}%`}`;
  await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBeGreaterThan(0);
}

async function setUpTaggedRival() {
  const world = await setUpTags();
  const { db, caller, create, put, app } = world;
  const userId = caller.user.id;
  const rival = await createCompetitor(db, userId, app);
  await track(db, { userId, appId: rival.id });
  await put(rival, await create("Games"));
  return { ...world, userId, rival };
}

describe("[OWN-23] an app that a user tracks and compares", () => {
  it("loses its tags when it and the app that it is compared with are untracked at the same time", async () => {
    const { api, caller, list, app, userId, rival } = await setUpTaggedRival();

    const { response } = await database().sql.begin(async (underWay) => {
      await underWay`DELETE FROM tracked_apps WHERE user_id = ${userId} AND app_id = ${rival.id}`;
      const response = api.delete(`/apps/ios/${app.externalId}/track`, caller);
      await Promise.race([response, someWaits("tracked")]);
      return { response };
    });

    expect((await response).status).toBe(204);
    expect(await list()).toMatchObject([{ apps_count: 0 }]);
  });

  it("is untracked while its user is being deleted, without a deadlock", async () => {
    const { userId, rival } = await setUpTaggedRival();
    const { sql } = database();

    const { deletion } = await sql.begin(async (untracking) => {
      const row = untracking`tracked_apps WHERE user_id = ${userId} AND app_id = ${rival.id}`;
      await untracking`SELECT 1 FROM ${row} FOR UPDATE`;
      const deletion = sql`DELETE FROM users WHERE id = ${userId}`.execute();
      await someWaits("DELETE FROM users");
      await untracking`DELETE FROM ${row}`;
      return { deletion };
    });

    expect((await deletion).count).toBe(1);
  });
});
