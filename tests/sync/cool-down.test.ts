import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { failOverdueRuns } from "../../db/queries/swept-runs.ts";
import { findSyncStatus } from "../../db/queries/sync-statuses.ts";
import { countries } from "../../db/seeds/countries.ts";
import { COOLDOWN_SECONDS } from "../../lib/domain/cool-down.ts";
import { activeStorefronts } from "../../lib/domain/storefronts.ts";
import { startDueSyncs } from "../../lib/sync/start-due-syncs.ts";
import { sweepSyncs } from "../../lib/sync/sweep-syncs.ts";
import { track } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp, createUser } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createPipeline, type Pipeline } from "../support/pipeline.ts";
import { findStored } from "../support/stored.ts";

const database = useDatabase();
let nextId = 85_000;

/** A store, and a pipeline of it in which so many runs that users asked for may be under way. */
function world({ onDemandRunsMax = Number.POSITIVE_INFINITY } = {}) {
  const { db } = database();
  const store = createFakeStore("ios");
  const { settings } = createPipeline(db, store).deps;
  const pipeline = createPipeline(db, store, { settings: { ...settings, onDemandRunsMax } });
  return { db, store, pipeline };
}
type World = ReturnType<typeof world>;

async function soldApp({ db, store }: World) {
  nextId += 1;
  const externalId = String(nextId);
  store.sell({ externalId, countries: activeStorefronts(countries, "ios").map(({ code }) => code) });
  return createApp(db, { platform: "ios", externalId });
}

/** An app whose sync has completed just now. */
async function syncedApp(given: World) {
  const app = await soldApp(given);
  await given.pipeline.start(app.id, "on_demand");
  await given.pipeline.drain();
  return app;
}

/** An app whose next sync waits for the cool-down, and the message that was sent for it. */
async function waitingApp(given: World) {
  const app = await syncedApp(given);
  await given.pipeline.start(app.id, "on_demand");
  return { app, message: given.pipeline.take() };
}

/** Lets as much time pass as a cool-down lasts. */
const letCoolDownPass = ({ db }: World, appId: number) =>
  db.execute(sql`
    UPDATE sync_statuses SET resume_after = resume_after - passed, cooldown_until = cooldown_until - passed,
      queued_at = queued_at - passed, updated_at = updated_at - passed
    FROM make_interval(secs => ${COOLDOWN_SECONDS}) AS passed WHERE app_id = ${appId}`);

const statusOf = ({ db, pipeline }: World, appId: number) => findSyncStatus(db, { appId, now: pipeline.deps.now() });

const sweep = (pipeline: Pipeline) =>
  sweepSyncs(
    { ...pipeline.deps, settings: { quietSeconds: 60, spreadSeconds: 0, runAgeMaxHours: 24, refreshHours: 24 } },
    { correlationId: "sweep" },
  );

beforeEach(async () => {
  await database().db.execute(sql`TRUNCATE apps, users CASCADE`);
});

describe("a run that is asked for while the cool-down of the last one lasts", () => {
  it("is queued, with a message for the cool-down's end, and asked for twice it stays one", async () => {
    const given = world();
    const app = await syncedApp(given);
    const completed = await statusOf(given, app.id);
    expect(completed).toMatchObject({ status: "completed", startsAt: null });

    expect(await given.pipeline.start(app.id, "on_demand")).toBe("started");
    expect(await given.pipeline.start(app.id, "on_demand")).toBe("running");

    const [sent, ...others] = given.pipeline.sent;
    expect(others).toEqual([]);
    expect(sent?.delaySeconds).toBeGreaterThan(COOLDOWN_SECONDS - 60);
    expect(sent?.delaySeconds).toBeLessThanOrEqual(COOLDOWN_SECONDS);
    const waiting = await statusOf(given, app.id);
    expect(waiting).toMatchObject({ status: "queued", startedAt: null, completedAt: null });
    expect(waiting?.runId).toBe(sent?.message.runId);
    const coolDown = Number(waiting?.startsAt) - Number(completed?.completedAt);
    expect(coolDown).toBeCloseTo(COOLDOWN_SECONDS);
  });

  it("begins when the cool-down is over and not before, and completes", async () => {
    const given = world();
    const { app, message } = await waitingApp(given);
    const callsBefore = given.store.calls.length;

    expect(await given.pipeline.deliver(message)).toEqual({ kind: "not_claimed" });
    expect(given.store.calls).toHaveLength(callsBefore);

    await letCoolDownPass(given, app.id);
    expect(await statusOf(given, app.id)).toMatchObject({ status: "queued", startsAt: null });
    expect(await given.pipeline.deliver(message)).toEqual({ kind: "completed" });
    await given.pipeline.drain();

    expect(await statusOf(given, app.id)).toMatchObject({ status: "completed", runId: message.runId });
    expect(given.store.calls.length).toBeGreaterThan(callsBefore);
  });

  it("is sent by the sweeper when its message was lost, not before the cool-down is over", async () => {
    const given = world();
    const { app, message } = await waitingApp(given);
    await given.db.execute(sql`UPDATE sync_statuses SET updated_at = clock_timestamp() - interval '5 minutes'`);
    expect(await sweep(given.pipeline)).toEqual({ overdue: 0, sent: 0 });

    await letCoolDownPass(given, app.id);
    expect(await sweep(given.pipeline)).toEqual({ overdue: 0, sent: 1 });
    expect(given.pipeline.take()).toEqual({ ...message, correlationId: "sweep" });
  });

  it("holds no place in the line of those that may begin", async () => {
    const given = world({ onDemandRunsMax: 1 });
    const { app, message } = await waitingApp(given);
    const later = await soldApp(given);
    await given.pipeline.start(later.id, "on_demand");

    expect(await given.pipeline.deliver(given.pipeline.take())).toEqual({ kind: "completed" });

    // The other one was asked for later, and is before it in the line: its own place counts from the cool-down's end.
    await given.db.execute(sql`UPDATE sync_statuses SET resume_after = NULL WHERE app_id = ${app.id}`);
    expect(await given.pipeline.deliver(message)).toMatchObject({ kind: "continue" });
  });

  it("is before those that were asked for after its cool-down was over", async () => {
    const given = world({ onDemandRunsMax: 1 });
    const { app, message } = await waitingApp(given);
    await letCoolDownPass(given, app.id);
    const later = await soldApp(given);
    await given.pipeline.start(later.id, "on_demand");

    expect(await given.pipeline.deliver(given.pipeline.take())).toMatchObject({ kind: "continue" });
    expect(await given.pipeline.deliver(message)).toEqual({ kind: "completed" });
  });

  it("has its whole time to begin and to end, counted from the cool-down's end", async () => {
    const given = world();
    await waitingApp(given);
    const shorterThanCoolDown = COOLDOWN_SECONDS / 2 / 3_600;
    const limits = { platform: "ios", ageMaxHours: shorterThanCoolDown, turnMaxHours: shorterThanCoolDown } as const;
    await given.db.execute(sql`UPDATE sync_statuses SET queued_at = queued_at - interval '9 minutes'`);

    expect(await failOverdueRuns(given.db, { ...limits, at: new Date(), runsMax: 10 })).toBe(0);

    await given.db.execute(sql`UPDATE sync_statuses SET queued_at = queued_at - interval '9 minutes'`);
    expect(await failOverdueRuns(given.db, { ...limits, at: new Date(), runsMax: 10 })).toBe(1);
  });

  it("is started no second time by the schedule", async () => {
    const given = world();
    const { app } = await waitingApp(given);
    await track(given.db, { userId: (await createUser(given.db)).id, appId: app.id });
    await given.db.execute(sql`UPDATE apps SET last_synced_at = NULL`);
    const settings = {
      refreshHours: 24,
      syncsPerTick: 100,
      activeRunsMax: { ios: 100, android: 100 },
      untrackedSyncsPerTick: 0,
      spreadSeconds: 0,
    };

    expect(await startDueSyncs({ ...given.pipeline.deps, settings }, { correlationId: "tick" })).toMatchObject({
      ios: 0,
    });
  });
});

describe("a run that is asked for while the failed items of the last one are asked again", () => {
  it("takes its place: it asks for everything, and what still asks for the items writes nothing", async () => {
    const given = world();
    const app = await soldApp(given);
    given.store.scriptMetrics(app.externalId, "br", storeFailure("http_5xx"));
    await given.pipeline.start(app.id, "on_demand");
    await given.pipeline.drain();
    await given.db.execute(sql`UPDATE sync_failed_items SET next_attempt_at = clock_timestamp() - interval '1 second'`);
    await given.db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL,
      next_retry_at = clock_timestamp() - interval '1 second', updated_at = clock_timestamp() - interval '1 hour'`);
    await sweep(given.pipeline);
    const repair = given.pipeline.take();
    const repairing = createPipeline(given.db, {
      ...given.store,
      fetchMetrics: async (...asked) => {
        await given.pipeline.start(app.id, "on_demand");
        return given.store.fetchMetrics(...asked);
      },
    });

    expect(await repairing.deliver(repair)).toEqual({ kind: "superseded" });

    expect(await findStored(given.db, app.id)).toMatchObject({
      status: "queued",
      current_step: "identity",
      open_items: [],
    });
    await given.pipeline.drain();
    expect(await findStored(given.db, app.id)).toMatchObject({ status: "completed" });
    expect((await statusOf(given, app.id))?.runId).not.toBe(repair.runId);
  });
});

describe("a new run", () => {
  it("has begun when its own first phase did, not when the run before did", async () => {
    const given = world();
    const app = await syncedApp(given);
    await given.db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL,
      started_at = started_at - interval '1 day', completed_at = completed_at - interval '1 day'`);
    const askedAt = Date.now() / 1_000;

    await given.pipeline.start(app.id);
    expect(await statusOf(given, app.id)).toMatchObject({ status: "queued", startedAt: null, completedAt: null });

    await given.pipeline.drain();
    const { startedAt, completedAt } = (await statusOf(given, app.id)) ?? {};
    expect(startedAt).toBeGreaterThanOrEqual(askedAt);
    expect(completedAt).toBeGreaterThanOrEqual(startedAt ?? Number.NaN);
  });
});
