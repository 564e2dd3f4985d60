import { afterAll, beforeAll, expect, it } from "vitest";

import { openClient } from "../../db/client.ts";
import { countUpdates } from "../support/count-updates.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { endCoolDown } from "../support/pass-time.ts";
import { createPipeline, createSoldApp } from "../support/pipeline.ts";
import { testDatabaseOver } from "../support/test-connection.ts";

const database = useClockedDatabase();

/** New apps lie beside each other, on one page, and their runs are under way together. */
const APPS = 8;

/** One connection, so that its statistics are complete when it reports them. */
let client: ReturnType<typeof openClient>;
beforeAll(() => {
  client = openClient({ ...database().connection, max: 1 });
});
afterAll(() => client.end({ timeout: 5 }));

it("a run rewrites its row in place, but when its start and its end write the index of active runs", async () => {
  const db = Object.assign(testDatabaseOver(client), { clock: database().db.clock });
  const store = createFakeStore("android");
  const pipeline = createPipeline(db, store);
  const apps: number[] = [];
  for (let count = 0; count < APPS; count += 1) apps.push((await createSoldApp(db, store)).id);
  const syncAll = async () => {
    for (const id of apps) await pipeline.start(id);
    await pipeline.drain();
  };

  const first = await countUpdates(client, "sync_statuses", syncAll);
  for (const id of apps) await endCoolDown(db, id);
  const second = await countUpdates(client, "sync_statuses", syncAll);

  // The start of the first run inserts the row. A page that another process looks at cannot be cleared at that moment, so
  // some rows move; a page without room to spare would move most of them.
  expect(first.indexed + first.moved).toBeGreaterThanOrEqual(APPS);
  expect(first.indexed).toBeLessThanOrEqual(APPS);
  expect(first.moved / first.all).toBeLessThan(0.5);
  expect(second.indexed + second.moved).toBeGreaterThanOrEqual(2 * APPS);
  expect(second.indexed).toBeLessThanOrEqual(2 * APPS);
  expect(second.moved / second.all).toBeLessThan(0.5);
});
