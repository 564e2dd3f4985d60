import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { findSyncStatus } from "../../db/queries/runs/sync-statuses.ts";
import { users } from "../../db/schema/accounts.ts";
import { apps } from "../../db/schema/apps.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/sync-pace.ts";
import { track } from "../support/catalogue.ts";
import { fewCountries } from "../support/countries.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { makeFailedItemsDue } from "../support/pass-time.ts";
import { createPipeline, createSoldApp } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";
import { leaveTokens } from "../support/sweep-world.ts";

const database = useClockedDatabase();
const DAY_SECONDS = 86_400;

/** Returns a store and its pipeline. */
function world() {
  const { db } = database();
  const store = createFakeStore("ios");
  const pipeline = createPipeline(db, store, { countries: fewCountries });
  return { db, store, pipeline };
}

type World = ReturnType<typeof world>;

const soldApp = ({ db, store }: World) => createSoldApp(db, store);

/** An app whose sync has completed just now. */
async function syncedApp(given: World) {
  const app = await soldApp(given);
  await given.pipeline.sync(app.id, "on_demand");
  return app;
}

/** An app whose next sync waits for the cool-down, and the message that was sent for it. */
async function waitingApp(given: World) {
  const app = await syncedApp(given);
  await given.pipeline.start(app.id, "on_demand");
  const [sent] = given.pipeline.sent.splice(0);
  if (sent === undefined) throw new Error("No message was sent.");
  return { app, message: sent.message };
}

/** Starts a run of another app whose message is under way, so that none is sent for what waits for longer. */
async function occupy(given: World) {
  const { id } = await soldApp(given);
  await given.pipeline.start(id, "on_demand");
  given.pipeline.sent.length = 0;
}

const passSeconds = ({ db: { clock } }: World, seconds: number) => clock.moveTo(clock.ms() + seconds * 1_000);

async function statusOf(given: World, appId: number) {
  const status = await findSyncStatus(given.db, { appId, now: given.pipeline.ports.now() });
  if (status === undefined) throw new Error(`No sync of app ${appId} was ever started.`);
  return status;
}

beforeEach(() => emptyTables(database().db, apps, users, storeBudgets));

describe("a run that is requested during the cool-down of the last one", () => {
  it("is queued once, however often it is requested, with a message for the cool-down's end", async () => {
    const given = world();
    const app = await syncedApp(given);
    const completed = await statusOf(given, app.id);
    expect(completed).toMatchObject({ status: "completed", starts_at: null });

    expect(await given.pipeline.start(app.id, "on_demand")).toBe("started");
    expect(await given.pipeline.start(app.id, "on_demand")).toBe("running");

    const [sent, ...others] = given.pipeline.sent;
    expect(others).toEqual([]);
    expect(sent?.delaySeconds).toBeGreaterThan(COOLDOWN_SECONDS - 60);
    expect(sent?.delaySeconds).toBeLessThanOrEqual(COOLDOWN_SECONDS);
    const waiting = await statusOf(given, app.id);
    expect(waiting).toMatchObject({ status: "queued", started_at: null, completed_at: null });
    expect(waiting.run_id).toBe(sent?.message.runId);
    const coolDown = Number(waiting.starts_at) - Number(completed.completed_at);
    expect(coolDown).toBeCloseTo(COOLDOWN_SECONDS);
  });

  it("begins at the cool-down's end, not before, and completes", async () => {
    const given = world();
    const { app, message } = await waitingApp(given);
    const callsBefore = given.store.calls.length;

    expect(await given.pipeline.deliver(message)).toBe("not_claimed");
    expect(given.store.calls).toHaveLength(callsBefore);

    await passSeconds(given, COOLDOWN_SECONDS);
    expect(await statusOf(given, app.id)).toMatchObject({ status: "queued", starts_at: null });
    expect(await given.pipeline.deliver(message)).toBe("completed");
    await given.pipeline.drain();

    expect(await statusOf(given, app.id)).toMatchObject({ status: "completed", run_id: message.runId });
    expect(given.store.calls.length).toBeGreaterThan(callsBefore);
  });

  it("is resent when its message was lost, not before the cool-down's end", async () => {
    const given = world();
    const { message } = await waitingApp(given);
    await passSeconds(given, COOLDOWN_SECONDS / 2);
    await given.pipeline.resend();
    expect(given.pipeline.sent).toEqual([]);

    await passSeconds(given, COOLDOWN_SECONDS);
    await given.pipeline.resend();
    expect(given.pipeline.take()).toEqual(message);
  });

  it("waits in its row while another message is under way, and is sent some seconds before the cool-down's end", async () => {
    const given = world();
    const app = await syncedApp(given);
    await occupy(given);
    await given.pipeline.start(app.id, "on_demand");
    expect(given.pipeline.sent).toEqual([]);

    await passSeconds(given, COOLDOWN_SECONDS - 15);
    await given.pipeline.resend();
    const delays = given.pipeline.sent.filter(({ message }) => message.appId === app.id);
    expect(delays.map(({ delaySeconds }) => Math.ceil(delaySeconds / 10))).toEqual([2]);
  });

  it("takes no tokens from runs that are requested meanwhile", async () => {
    const given = world();
    await waitingApp(given);
    const later = await soldApp(given);
    for (const host of ["itunes.apple.com", "apps.apple.com"] as const) await leaveTokens(given.db, host, 1);
    await given.pipeline.start(later.id, "on_demand");

    expect(given.pipeline.sent.map(({ message, delaySeconds }) => [message.appId, delaySeconds])).toEqual([
      [later.id, 0],
    ]);
  });

  it("is not started a second time by the schedule", async () => {
    const given = world();
    const { app } = await waitingApp(given);
    await track(given.db, { userId: (await createUser(given.db)).id, appId: app.id });
    await given.db.execute(sql`UPDATE apps SET last_synced_at = NULL`);

    expect(await given.pipeline.tick()).toMatchObject({ ios: 0 });
  });
});

describe("a run that is requested while the last one requests its failed items again", () => {
  it("replaces it, requests everything, and the repair writes nothing more", async () => {
    const given = world();
    const app = await soldApp(given);
    given.store.scriptMetrics(app.externalId, "br", storeFailure("http_5xx"));
    await given.pipeline.sync(app.id, "on_demand");
    await passSeconds(given, COOLDOWN_SECONDS);
    await makeFailedItemsDue(given.db, app.id);
    await given.pipeline.resend();
    const repair = given.pipeline.take();
    const repairing = createPipeline(
      given.db,
      {
        ...given.store,
        fetchMetrics: async (...request) => {
          await given.pipeline.start(app.id, "on_demand");
          return given.store.fetchMetrics(...request);
        },
      },
      { countries: fewCountries },
    );

    expect(await repairing.deliver(repair)).toBe("superseded");

    expect(await findStored(given.db, app.id)).toMatchObject({
      status: "queued",
      current_step: "identity",
      open_items: [],
    });
    await given.pipeline.drain();
    expect(await findStored(given.db, app.id)).toMatchObject({ status: "completed" });
    expect((await statusOf(given, app.id)).run_id).not.toBe(repair.runId);
  });
});

describe("a new run", () => {
  it("starts with its own first phase, not with that of the run before", async () => {
    const given = world();
    const app = await syncedApp(given);
    await passSeconds(given, DAY_SECONDS);
    const requestedAt = given.db.clock.ms() / 1_000;

    await given.pipeline.start(app.id);
    expect(await statusOf(given, app.id)).toMatchObject({ status: "queued", started_at: null, completed_at: null });

    await given.pipeline.drain();
    const { started_at, completed_at } = await statusOf(given, app.id);
    expect(started_at).toBeGreaterThanOrEqual(requestedAt);
    expect(completed_at).toBeGreaterThanOrEqual(started_at ?? Number.NaN);
  });
});
