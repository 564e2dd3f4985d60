import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { dayAllowances, users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { platformPauses } from "../../db/schema/stores.ts";
import { TOKENS_NEEDED } from "../../lib/domain/call-limits.ts";
import { WHOLE_SYNCS_PER_DAY } from "../../lib/domain/day-allowance.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { RequestCosts, StoreHost } from "../../lib/domain/store-hosts.ts";
import type { SyncPhase } from "../../lib/domain/sync-phase.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import { track } from "../support/catalogue.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { type App, createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { createPipeline, createSoldApp, createSyncWorld } from "../support/pipeline.ts";
import { equalStores } from "../support/store-settings.ts";
import { findStored } from "../support/stored.ts";
import { leaveTokens } from "../support/sweep-world.ts";

const database = useClockedDatabase();

/** A token every half a minute, so that messages are sent for two of them. */
const TOKEN_SECONDS = 30;
const slowStores = equalStores({ perMinute: 60 / TOKEN_SECONDS, capacity: 60 });
const hosts = {
  ios: ["itunes.apple.com", "apps.apple.com"],
  android: ["play.google.com"],
} as const satisfies Readonly<Record<Platform, readonly StoreHost[]>>;

/** A store that gives a token every half a minute, by default Google Play, and its pipeline. */
async function createWorld({
  platform = "android",
  tokens = 60,
}: {
  readonly platform?: Platform;
  readonly tokens?: number;
} = {}) {
  const { db } = database();
  await emptyTables(db, apps, users);
  const settings = { stores: slowStores };
  const { store, pipeline } = await createSyncWorld(db, { platform }, { countries: fewCountries, settings });
  for (const host of hosts[platform]) await leaveTokens(db, host, tokens);

  async function addApps(count: number, userId?: number): Promise<readonly App[]> {
    const added: App[] = [];
    for (let index = 0; index < count; index += 1) {
      const app = await createSoldApp(db, store);
      if (userId !== undefined) await track(db, { userId, appId: app.id });
      added.push(app);
    }
    return added;
  }
  const { dispatch, ports } = pipeline;
  const startDeps = { ...ports, dispatch, correlationId: "request" };
  return {
    db,
    store,
    pipeline,
    addUser: async () => (await createUser(db)).id,
    addApps,
    /** Adds apps that a user tracks, and has each of them synced at the user's request. */
    request: async (userId: number, count: number, isCounted = false): Promise<readonly App[]> => {
      const requested = await addApps(count, userId);
      for (const { id: appId } of requested) {
        await startSync(startDeps, { appId, platform, userId, isCounted });
      }
      return requested;
    },
    schedule: async (count: number): Promise<readonly App[]> => {
      const scheduled = await addApps(count);
      for (const { id } of scheduled) await pipeline.start(id, "tracked");
      return scheduled;
    },
    /** Apps in the order in which their identity was requested. */
    identified: () =>
      store.calls.filter(({ operation }) => operation === "fetchIdentity").map(({ subject }) => subject),
    passSeconds: (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000),
  };
}

const idsOf = (found: readonly App[]) => found.map(({ externalId }) => externalId);

describe("a delivery that finds no token", () => {
  it("[SYN-20] returns the run to its row with what its next batch costs, and one message a platform is under way", async () => {
    const { db, pipeline, schedule, identified } = await createWorld();
    await schedule(4);
    const messages = pipeline.sent.splice(0).map(({ message }) => message);
    expect(messages).toHaveLength(4);
    await leaveTokens(db, "play.google.com", 0);

    for (const message of messages) expect(await pipeline.deliver(message)).toBe("postponed");

    expect(identified()).toEqual([]);
    expect(await db.execute(sql`SELECT DISTINCT status, attempt, next_batch, lease_until FROM sync_statuses`)).toEqual([
      {
        status: "processing",
        attempt: 0,
        next_batch: { costs: { play_page: 1 }, purpose: "sweep" },
        lease_until: null,
      },
    ]);
    expect(pipeline.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([TOKENS_NEEDED.sweep * TOKEN_SECONDS]);
  });

  it("is one of ten at most, and all runs end without any tick", async () => {
    const { db, pipeline, addUser, request } = await createWorld({ tokens: 0 });
    const requested = await request(await addUser(), 4);

    const outcomes = await pipeline.drain();

    const idle = outcomes.filter((outcome) => outcome === "postponed");
    expect(idle.length).toBeLessThanOrEqual(outcomes.length / 10);
    for (const { id } of nonEmpty(requested)) expect(await findStored(db, id)).toMatchObject({ status: "completed" });
  });

  it("has the run sent again by the tick when it is killed before the next message, or by its own redelivery", async () => {
    const { db, pipeline, schedule } = await createWorld();
    for (const isRedelivered of [false, true]) {
      const [app] = await schedule(1);
      const message = pipeline.take();
      await leaveTokens(db, "play.google.com", 12);
      const dying = createPipeline(db, createFakeStore("android"), {
        db: {
          ...db,
          run: (statement) => (statement.name === "read_waiting_work" ? Promise.reject(killed) : db.run(statement)),
        },
        settings: { stores: slowStores },
      });

      await expect(dying.deliver(message)).rejects.toBe(killed);
      expect(pipeline.sent).toEqual([]);
      expect(await findStored(db, Number(app?.id))).toMatchObject({ lease_until: null, sent_until: null });

      if (isRedelivered) await pipeline.deliver(message);
      else await pipeline.resend();
      expect(pipeline.sent.splice(0).map(({ message: { runId } }) => runId)).toEqual([message.runId]);
      await db.execute(sql`DELETE FROM sync_statuses`);
    }
  });
});

const killed = new Error("The process was killed.");

describe("a scheduled run that has waited more than six hours for tokens of its pages", () => {
  type Waiting = { readonly platform: Platform; readonly phase: SyncPhase; readonly isSynced: boolean };

  /** Returns the delay with which the run is sent. */
  async function delayOf({ isSynced, phase, platform }: Waiting): Promise<number | undefined> {
    const { db, pipeline, schedule } = await createWorld({ platform, tokens: 0 });
    await schedule(1);
    const costs: RequestCosts = platform === "ios" ? { apps_page: 10 } : { play_page: 10 };
    await db.execute(sql`UPDATE sync_statuses SET status = 'processing', current_step = ${phase}, sent_until = NULL,
      next_batch = ${JSON.stringify({ costs, purpose: "page" })}, updated_at = now() - interval '7 hours'`);
    if (isSynced) await db.update(apps).set({ lastSyncedAt: sql`now() - interval '1 day'` });
    pipeline.sent.length = 0;

    await pipeline.dispatch();

    expect(pipeline.sent).toHaveLength(1);
    return pipeline.sent[0]?.delaySeconds;
  }

  it.each<Waiting>([
    { platform: "ios", phase: "listings", isSynced: true },
    { platform: "android", phase: "listings", isSynced: true },
    { platform: "android", phase: "listings", isSynced: false },
    { platform: "android", phase: "metrics", isSynced: false },
  ])(
    "is sent without tokens, since it may leave them to the next run: $platform, $phase, synced: $isSynced",
    async (run) => {
      expect(await delayOf(run)).toBe(0);
    },
  );

  it("is sent when its tokens are there if it is the first sync of an App Store app, which needs them all", async () => {
    const delaySeconds = await delayOf({ platform: "ios", phase: "listings", isSynced: false });

    expect(delaySeconds).toBe(TOKENS_NEEDED.page * TOKEN_SECONDS);
  });
});

describe("what users wait for", () => {
  it("goes before scheduled runs that have waited for longer", async () => {
    const { db, store, pipeline, addUser, request, schedule } = await createWorld({ tokens: 0 });
    const scheduled = await schedule(3);
    const [requested] = await request(await addUser(), 1);

    const isDone = async () => (await findStored(db, Number(requested?.id))).status === "completed";
    while (!(await isDone())) expect(await pipeline.deliverNext()).toBeDefined();

    const subjects = new Set(store.calls.map(({ subject }) => subject));
    for (const { externalId } of nonEmpty(scheduled)) expect(subjects).not.toContain(externalId);
  });

  it("[SYN-19] alternates between users, however many apps one of them requests, but for what is under way", async () => {
    const { pipeline, addUser, request, identified, passSeconds } = await createWorld({ tokens: 0 });
    const [many, few] = [await addUser(), await addUser()];
    const first = await request(many, 6);
    await passSeconds(1);
    const other = await request(few, 1);

    while (identified().length < 4) expect(await pipeline.deliverNext()).toBeDefined();

    // One message of the first user was sent before the other one came.
    expect(identified()).toEqual(idsOf([...first.slice(0, 1), ...other, ...first.slice(1, 3)]));
  });

  it("begins with the first read at every app, before the rest of any", async () => {
    const { store, pipeline, addUser, request, identified } = await createWorld({ tokens: 4 });
    const userId = await addUser();
    await request(userId, 1);
    while (identified().length < 1) await pipeline.deliverNext();
    const later = await request(await addUser(), 2);

    while (identified().length < 3) expect(await pipeline.deliverNext()).toBeDefined();

    const pages = store.calls
      .filter(({ operation }) => operation === "fetchListings")
      .flatMap(({ locales }) => locales);
    expect(identified().slice(1)).toEqual(idsOf(later));
    expect(new Set(pages)).toEqual(new Set(["en-US"]));
  });

  it("[SYN-18] is deferred beyond the whole syncs of the user's day: after the first read it is scheduled work", async () => {
    const { db, pipeline, addUser, request, store } = await createWorld();
    const userId = await addUser();
    const used = { userId, allowance: "whole_syncs" as const, day: db.clock.now().toISOString().slice(0, 10) };
    await db.insert(dayAllowances).values({ ...used, used: WHOLE_SYNCS_PER_DAY - 1 });
    const [whole, deferred] = await request(userId, 2, true);

    const sent = new Map<string, Set<string>>();
    for (let next = await pipeline.deliverNext(); next !== undefined; next = await pipeline.deliverNext()) {
      const { message, queue } = next;
      if ("kind" in message) continue;
      const phases = sent.get(`${message.appId} ${JSON.stringify(queue)}`) ?? new Set();
      sent.set(`${message.appId} ${JSON.stringify(queue)}`, phases.add(message.phase));
    }

    const phasesOf = (app: App | undefined, purpose: string) => [
      ...(sent.get(`${app?.id} ${JSON.stringify({ purpose, platform: "android" })}`) ?? []),
    ];
    expect(phasesOf(whole, "on_demand")).toEqual(["identity", "listings", "metrics", "finalize"]);
    expect(phasesOf(whole, "tracked")).toEqual([]);
    expect(phasesOf(deferred, "on_demand")).toEqual(["identity", "listings"]);
    expect(phasesOf(deferred, "tracked")).toEqual(["listings", "metrics", "finalize"]);
    const [first] = store.calls.filter(
      ({ operation, subject }) => operation === "fetchListings" && subject === deferred?.externalId,
    );
    expect(first?.locales).toEqual(["en-US"]);
  });
});

describe("a message of a run", () => {
  it("[QUE-2] is not delayed by runs of the other store", async () => {
    const { db, pipeline, request, addUser } = await createWorld({ tokens: 0 });
    await request(await addUser(), 3);
    const store = createFakeStore("ios");
    const other = createPipeline(db, store, { countries: fewCountries, settings: { stores: slowStores } });
    pipeline.sent.length = 0;

    await other.start((await createSoldApp(db, store)).id, "on_demand");

    expect(other.sent.map(({ queue, delaySeconds }) => [queue.platform, delaySeconds])).toEqual([["ios", 0]]);
    expect(pipeline.sent).toEqual([]);
  });

  it("is sent once by dispatchers at the same time", async () => {
    const { db, pipeline, schedule } = await createWorld();
    await schedule(3);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET sent_until = NULL`);

    await Promise.all(Array.from({ length: 6 }, () => pipeline.dispatch()));

    expect(pipeline.sent).toHaveLength(3);
  });

  it("changes nothing when it comes twice, or after the run", async () => {
    const { db, store, pipeline, schedule } = await createWorld();
    await schedule(1);
    const message = pipeline.take();

    const outcomes = await Promise.all([pipeline.deliver(message), pipeline.deliver(message)]);
    expect(outcomes.toSorted()).toEqual(["completed", "not_claimed"]);
    await pipeline.drain();
    const before = [store.calls.length, await db.execute(sql`SELECT * FROM sync_statuses`)];

    expect(await pipeline.deliver(message)).toBe("not_claimed");
    expect([store.calls.length, await db.execute(sql`SELECT * FROM sync_statuses`)]).toEqual(before);
    expect(pipeline.sent).toEqual([]);
  });

  it("carries the correlation id of the request that began the run, whoever sends it", async () => {
    const { db, pipeline, addUser, request } = await createWorld();
    await request(await addUser(), 1);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET sent_until = NULL`);

    await pipeline.resend();

    expect(pipeline.sent.map(({ message }) => message.correlationId)).toEqual(["request"]);
  });

  it("is not sent while its platform is paused, and is sent afterwards", async () => {
    const { db, pipeline, schedule, addUser, request } = await createWorld();
    await schedule(1);
    await request(await addUser(), 1);
    pipeline.sent.length = 0;
    await db.execute(sql`UPDATE sync_statuses SET sent_until = NULL`);
    await db.execute(sql`INSERT INTO platform_pauses (platform, reason) VALUES ('android', 'test')`);

    await pipeline.dispatch();
    await pipeline.resend();
    expect(pipeline.sent).toEqual([]);

    await emptyTables(db, platformPauses);
    await pipeline.dispatch();
    expect(pipeline.sent).toHaveLength(2);
  });

  it("of a repair is sent when its failed items are due", async () => {
    const { db, pipeline, schedule } = await createWorld();
    const [app] = await schedule(1);
    await pipeline.drain();
    await db.execute(sql`UPDATE sync_statuses SET next_retry_at = clock_timestamp() + interval '10 seconds'`);
    await pipeline.dispatch();
    expect(pipeline.sent).toEqual([]);

    await db.clock.moveTo(db.clock.ms() + 11_000);
    await pipeline.dispatch();
    expect(pipeline.sent.map(({ message }) => [message.appId, message.phase])).toEqual([[app?.id, "reconciling"]]);
  });
});
