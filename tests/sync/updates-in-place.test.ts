import { afterAll, beforeAll, expect, it } from "vitest";

import { openClient } from "../../db/client.ts";
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

/** Of all updates, those that wrote the indexes on the same page, and those that found no room on their row's page. */
type Updates = { readonly all: number; readonly indexed: number; readonly moved: number };

async function countUpdates(work: () => Promise<void>): Promise<Updates> {
  const read = async () => {
    await client`SELECT pg_stat_force_next_flush()`;
    const [row] = await client<Updates[]>`
      SELECT n_tup_upd::int AS all, n_tup_newpage_upd::int AS moved,
        (n_tup_upd - n_tup_hot_upd - n_tup_newpage_upd)::int AS indexed
      FROM pg_stat_user_tables WHERE relname = 'sync_statuses'`;
    return row ?? { all: 0, indexed: 0, moved: 0 };
  };
  const before = await read();
  await work();
  const after = await read();
  return {
    all: after.all - before.all,
    indexed: after.indexed - before.indexed,
    moved: after.moved - before.moved,
  };
}

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

  const first = await countUpdates(syncAll);
  for (const id of apps) await endCoolDown(db, id);
  const second = await countUpdates(syncAll);

  // The start of the first run inserts the row. A page that another process looks at cannot be cleared at that moment, so
  // some rows move; a page without room to spare would move most of them.
  expect(first.indexed + first.moved).toBeGreaterThanOrEqual(APPS);
  expect(first.indexed).toBeLessThanOrEqual(APPS);
  expect(first.moved / first.all).toBeLessThan(0.5);
  expect(second.indexed + second.moved).toBeGreaterThanOrEqual(2 * APPS);
  expect(second.indexed).toBeLessThanOrEqual(2 * APPS);
  expect(second.moved / second.all).toBeLessThan(0.5);
});
