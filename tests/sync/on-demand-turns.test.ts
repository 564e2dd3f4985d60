import { beforeEach, describe, expect, it } from "vitest";

import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import { track } from "../support/catalogue.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { type App, createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { createPipeline, createSoldApp } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { leaveTokens } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** Returns a pipeline and apps whose runs were queued in this order. */
async function world(platform: Platform, purposes: readonly SyncPurpose[]) {
  const { db } = database();
  const store = createFakeStore(platform);
  const pipeline = createPipeline(db, store, { countries: fewCountries });
  const queued: App[] = [];
  for (const purpose of purposes) {
    const app = await createSoldApp(db, store);
    await pipeline.start(app.id, purpose);
    queued.push(app);
  }
  return { db, store, apps: queued, pipeline };
}

const sentApps = ({ sent }: { readonly sent: readonly { readonly message: { readonly appId: number } }[] }) =>
  sent.map(({ message }) => message.appId);

beforeEach(() => emptyTables(database().db, apps, users, storeBudgets));

describe("runs that users request", () => {
  it("have their first looks before anybody has the rest", async () => {
    const { apps: queued, pipeline } = await world("android", ["on_demand", "on_demand", "on_demand"]);
    const phases: string[] = [];
    for (let next = await pipeline.deliverNext(); next !== undefined; next = await pipeline.deliverNext()) {
      if (!("kind" in next.message)) phases.push(`${next.message.appId} ${next.message.phase}`);
    }
    const firstLooks = queued.flatMap(({ id }) => [`${id} identity`]);
    expect(phases.slice(0, queued.length)).toEqual(firstLooks);
  });

  it("go before scheduled runs that were queued earlier", async () => {
    const { db, apps: queued, pipeline } = await world("ios", ["tracked", "tracked"]);
    await leaveTokens(db, "itunes.apple.com", 2);
    pipeline.sent.length = 0;
    await db.clock.moveTo(db.clock.ms() + 121_000);
    await leaveTokens(db, "itunes.apple.com", 2);
    const requested = await createSoldApp(db, createFakeStore("ios"));

    await pipeline.start(requested.id, "on_demand");

    expect(sentApps(pipeline)[0]).toBe(requested.id);
    expect(queued.map(({ id }) => id)).not.toContain(sentApps(pipeline)[0]);
  });

  it("all complete, each once, however many are requested at a time", async () => {
    const { db, apps: queued, pipeline } = await world("ios", ["on_demand", "on_demand", "on_demand", "on_demand"]);
    await pipeline.drain();
    for (const app of queued) expect(await findStored(db, app.id)).toMatchObject({ status: "completed" });
  });

  it("[SYN-19] of one user with many apps and of another take turns", async () => {
    const { db } = database();
    const store = createFakeStore("ios");
    const pipeline = createPipeline(db, store, { countries: fewCountries });
    const [crowd, other] = [await createUser(db), await createUser(db)];
    const dispatch = async () => undefined;
    const request = async (userId: number) => {
      const app = await createSoldApp(db, store);
      await track(db, { userId, appId: app.id });
      const input = { appId: app.id, platform: "ios", userId, isCounted: true } as const;
      await startSync({ ...pipeline.ports, dispatch, correlationId: "test" }, input);
      return app.id;
    };
    const many: number[] = [];
    for (let count = 0; count < 20; count += 1) many.push(await request(crowd.id));
    const own = await request(other.id);

    await pipeline.dispatch();

    expect(sentApps(pipeline).indexOf(own)).toBeLessThanOrEqual(1);
    expect(sentApps(pipeline)).toContain(many[0]);
  });

  it("[QUE-2] are not delayed by runs of the other store", async () => {
    await world("android", ["on_demand", "on_demand"]);
    const { apps: queued, pipeline } = await world("ios", ["on_demand"]);
    expect(sentApps(pipeline)).toEqual(queued.map(({ id }) => id));
  });
});
