import { describe, expect, it } from "vitest";

import type { SweepMessage } from "../../../lib/queues/messages.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { passTime } from "../../support/pass-time.ts";
import { countRowVersions } from "../../support/stored.ts";
import { createSweepPipeline, createSweepWorld, metricsIn, type SweepPipeline } from "../../support/sweep-pipeline.ts";
import { dumpSweep } from "./stored-sweep.ts";

const database = useDatabase();

/** Longer than any lease. */
const LEASE_IS_OVER_SECONDS = 3_600;

async function createSentSweep() {
  const world = await createSweepWorld(database().db, { apps: 3 });
  const [app] = world.apps;
  if (app === undefined) throw new Error("No app is followed.");
  await world.pipeline.tick();
  return { ...world, app, message: takeMessage(world.pipeline, "metrics") };
}

/** Takes the messages off the queue, and returns that of the batch in Germany. */
function takeMessage({ sent }: SweepPipeline, kind: SweepMessage["kind"]): SweepMessage {
  const found = sent.splice(0).find(({ message }) => message.kind === kind && message.countryCode === "de");
  if (found === undefined) throw new Error("No such batch was sent.");
  return found.message;
}

/** A worker that stops after the store's response until the test resumes it. */
function stallingWorker(db: TestDb, store: FakeStore) {
  const hasResponse = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const { fetchStorefrontApps } = store;
  if (fetchStorefrontApps === undefined) throw new Error("The store has no such request.");
  const stalling: FakeStore = {
    ...store,
    fetchStorefrontApps: async (...request) => {
      const response = fetchStorefrontApps(...request);
      await response.catch(() => undefined);
      hasResponse.resolve();
      await mayGoOn.promise;
      return response;
    },
  };
  const { deliver } = createSweepPipeline(db, stalling);
  return { deliver, hasResponse: hasResponse.promise, goOn: () => mayGoOn.resolve() };
}

async function stored(db: TestDb) {
  return { rows: await countRowVersions(db), sweep: await dumpSweep(db) };
}

describe("a worker whose lease of a batch has passed to another", () => {
  it.each([
    ["found the apps", {}],
    ["found nothing usable", storeFailure("http_5xx", { status: 503 })],
    ["was rejected for its rate", storeFailure("http_429", { status: 429 })],
  ] as const)("writes nothing when it %s and the other has stored the batch", async (_case, response) => {
    const { db, store, app, pipeline, message } = await createSentSweep();
    store.scriptStorefront("de", response, {});
    const zombie = stallingWorker(db, store);
    const late = zombie.deliver(message);
    await zombie.hasResponse;
    await passTime(db, LEASE_IS_OVER_SECONDS);
    store.scriptStorefrontApp(app.externalId, "de", { metrics: { ratingCount: 200 } });
    expect(await pipeline.deliver(message)).toBe("stored");
    const before = await stored(db);

    zombie.goOn();

    expect(await late).toBe("superseded");
    expect(await stored(db)).toEqual(before);
    expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 200 });
  });

  it("writes nothing while the other holds the batch", async () => {
    const { db, store, app, message } = await createSentSweep();
    const [zombie, owner] = [stallingWorker(db, store), stallingWorker(db, store)];
    const late = zombie.deliver(message);
    await zombie.hasResponse;
    await passTime(db, LEASE_IS_OVER_SECONDS);
    store.scriptStorefrontApp(app.externalId, "de", { metrics: { ratingCount: 200 } });
    const current = owner.deliver(message);
    await owner.hasResponse;
    const before = await stored(db);

    zombie.goOn();
    expect(await late).toBe("superseded");
    expect(await stored(db)).toEqual(before);

    owner.goOn();
    expect(await current).toBe("stored");
    expect(await metricsIn(db, app, "de")).toMatchObject({ rating_count: 200 });
  });

  it("makes no app unavailable that the other has found in a confirmation", async () => {
    const { db, store, app, pipeline, message } = await createSentSweep();
    store.scriptStorefrontApp(app.externalId, "de", "missing");
    await pipeline.deliver(message);
    await passTime(db, LEASE_IS_OVER_SECONDS);
    await pipeline.tick();
    const confirmation = takeMessage(pipeline, "confirm");
    const zombie = stallingWorker(db, store);
    const late = zombie.deliver(confirmation);
    await zombie.hasResponse;
    await passTime(db, LEASE_IS_OVER_SECONDS);
    store.scriptStorefrontApp(app.externalId, "de", {});
    expect(await pipeline.deliver(confirmation)).toBe("stored");

    zombie.goOn();

    expect(await late).toBe("superseded");
    expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true });
  });
});
