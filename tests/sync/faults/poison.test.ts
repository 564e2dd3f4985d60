import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { StoreConnector } from "../../../lib/stores/connector.ts";
import { everywhere } from "../../support/countries.ts";

import { useClockedDatabase } from "../../support/database.ts";
import { sqsRecord } from "../../support/faults/memory-queue.ts";
import { createWorker, createWorld } from "./world.ts";

const database = useClockedDatabase();

async function requested() {
  const world = await createWorld(database().db, "ios");
  world.sellIn(everywhere);
  await world.request();
  return { world, message: JSON.parse(world.waiting.shift() ?? "") };
}

const poison = [
  { what: "is not JSON", body: () => "{" },
  { what: "is no message", body: () => "null" },
  { what: "has another version", body: (message: object) => JSON.stringify({ ...message, v: 2 }) },
  { what: "names an unknown phase", body: (message: object) => JSON.stringify({ ...message, phase: "reviews" }) },
  { what: "is of the other platform", body: (message: object) => JSON.stringify({ ...message, platform: "android" }) },
  {
    what: "names an app that no row can be",
    body: (message: object) => JSON.stringify({ ...message, appId: 2 ** 40 }),
  },
  { what: "is as long as SQS allows", body: () => "x".repeat(1_048_576) },
] as const;

describe("a message of a batch", () => {
  it.each(poison)("that $what stays on the queue, and the others are handled", async ({ body }) => {
    const [first, second] = [await requested(), await requested()];
    first.world.store.sell({ externalId: second.world.app.externalId, countries: everywhere });
    const bodies = [JSON.stringify(first.message), body(first.message), JSON.stringify(second.message)];
    const records = bodies.map((text, index) => sqsRecord(text, `message-${index}`));

    const response = await first.world.receive({ Records: records }, { getRemainingTimeInMillis: () => 90_000 });

    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: "message-1" }] });
    for (const { world } of [first, second]) {
      const rows = await world.db.execute(sql`SELECT current_step FROM sync_statuses WHERE app_id = ${world.app.id}`);
      expect(rows).toEqual([{ current_step: "listings" }]);
    }
  });

  it("of an app that was deleted is acknowledged", async () => {
    const { world, message } = await requested();
    await world.db.execute(sql`DELETE FROM apps WHERE id = ${world.app.id}`);

    expect(await world.deliver(JSON.stringify(message))).toBe(true);
    expect(world.store.calls).toEqual([]);
  });

  it("whose app is deleted while it is handled is acknowledged", async () => {
    const { world, message } = await requested();
    world.store.scriptIdentity(world.app.externalId, "us", {});
    const fetchIdentity: StoreConnector["fetchIdentity"] = async (...request) => {
      await world.db.execute(sql`DELETE FROM apps WHERE id = ${world.app.id}`);
      return world.store.fetchIdentity(...request);
    };
    const worker = createWorker(world.pipeline, { connector: { ...world.store, fetchIdentity } });

    expect(await worker.deliver(JSON.stringify(message))).toBe(true);
    expect(await world.db.execute(sql`SELECT 1 FROM app_metrics WHERE app_id = ${world.app.id}`)).toEqual([]);
  });
});
