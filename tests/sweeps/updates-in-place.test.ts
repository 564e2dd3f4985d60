import { afterAll, beforeAll, expect, it } from "vitest";

import { openClient } from "../../db/client.ts";
import { countUpdates } from "../support/count-updates.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createSweepWorld, DAY_MS, sweepDay } from "../support/sweep-world.ts";
import { testDatabaseOver } from "../support/test-connection.ts";

const database = useClockedDatabase();

/** More than a page holds. */
const APPS = 100;

/** Each batch is sent, claimed and stored. */
const UPDATES_PER_BATCH = 3;

let client: ReturnType<typeof openClient>;
beforeAll(() => {
  client = openClient({ ...database().connection, max: 1 });
});
afterAll(() => client.end({ timeout: 5 }));

const sweptDb = () => Object.assign(testDatabaseOver(client), { clock: database().db.clock });

it("sending and claiming a batch of a sweep writes no index", async () => {
  const { pipeline } = await createSweepWorld(sweptDb(), { apps: 1 });

  const batches = await countUpdates(client, "sweep_batches", () => sweepDay(pipeline));

  expect(batches.all).toBeGreaterThan(UPDATES_PER_BATCH);
  expect(batches.indexed + batches.moved).toBeLessThanOrEqual(batches.all / UPDATES_PER_BATCH);
});

it("the fold of a shard rewrites its apps in place", async () => {
  const { pipeline } = await createSweepWorld(sweptDb(), { apps: APPS });
  await sweepDay(pipeline);
  // In a day, reads clear the pages. Here, a transaction of another test may prevent that.
  await client`VACUUM apps`;
  await pipeline.clock.moveTo(pipeline.clock.ms() + DAY_MS);

  const apps = await countUpdates(client, "apps", () => sweepDay(pipeline));

  // A page that another process looks at cannot be cleared at that moment, so some rows move.
  expect(apps).toMatchObject({ all: APPS, indexed: 0 });
  expect(apps.moved / apps.all).toBeLessThan(0.5);
});
