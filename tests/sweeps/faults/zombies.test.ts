import { describe, expect, it } from "vitest";

import { FURTHER_LISTS } from "../../../lib/domain/storefront-sweep.ts";
import { fewCountries } from "../../support/countries.ts";
import { type ClockedDb, type TestDb, useClockedDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { countRowVersions } from "../../support/stored.ts";
import { createSweepWorld, HOUR_MS, metricsIn, takeBatch, tickSweep } from "../../support/sweep-world.ts";
import { dumpSweep } from "./stored-sweep.ts";

const database = useClockedDatabase();

/** Longer than any lease. */
const endLeases = ({ clock }: ClockedDb) => clock.moveTo(clock.ms() + HOUR_MS);

async function createSentSweep() {
  const world = await createSweepWorld(database().db, { apps: 3 });
  const [app] = world.apps;
  if (app === undefined) throw new Error("No app is followed.");
  await tickSweep(world.pipeline);
  return { ...world, app, message: takeBatch(world.pipeline, "de") };
}

/** A worker that stops after the store's response, or a later one, until the test resumes it. */
function stallingWorker(db: ClockedDb, store: FakeStore, stallsAt = 1) {
  const hasResponse = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const { fetchStorefrontApps } = store;
  if (fetchStorefrontApps === undefined) throw new Error("The store has no such request.");
  let responses = 0;
  const stalling: FakeStore = {
    ...store,
    fetchStorefrontApps: async (...request) => {
      const response = fetchStorefrontApps(...request);
      await response.catch(() => undefined);
      responses += 1;
      if (responses < stallsAt) return response;
      hasResponse.resolve();
      await mayGoOn.promise;
      return response;
    },
  };
  const { deliver } = createPipeline(db, stalling, { countries: fewCountries });
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
    await endLeases(db);
    store.scriptStorefrontApp(app.externalId, "de", { metrics: { rating_count: 200 } });
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
    await endLeases(db);
    store.scriptStorefrontApp(app.externalId, "de", { metrics: { rating_count: 200 } });
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

  it("makes no app unavailable that the other has found", async () => {
    const { db, store, app, pipeline, message } = await createSentSweep();
    store.scriptStorefrontApp(app.externalId, "de", "missing");
    const zombie = stallingWorker(db, store, 1 + FURTHER_LISTS.firstSight);
    const late = zombie.deliver(message);
    await zombie.hasResponse;
    await endLeases(db);
    store.scriptStorefrontApp(app.externalId, "de", {});
    expect(await pipeline.deliver(message)).toBe("stored");

    zombie.goOn();

    expect(await late).toBe("superseded");
    expect(await metricsIn(db, app, "de")).toMatchObject({ is_available: true });
  });
});
