import { sql } from "drizzle-orm";

import type { Platform } from "../../../lib/domain/platform.ts";
import { syncMessageSchema } from "../../../lib/queues/messages.ts";
import { type RunPhaseDependencies, runPhase } from "../../../lib/sync/run-phase.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import type { TestDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore, type FakeStore } from "../../support/fake-store.ts";
import { createEffects, type Fault } from "../../support/faults/effects.ts";
import { createMemoryQueue, createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { letAnHourPass } from "../../support/pass-time.ts";
import { createPipeline } from "../../support/pipeline.ts";

/** Every sync of a test observes at noon, so that none goes past midnight. */
export const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));

/** Sweeps after which a run must have ended, wherever it was disturbed. */
const SWEEPS_MAX = 12;

let lastId = 60_000;

type WorldOverrides = Partial<RunPhaseDependencies> & { readonly remainingMs?: () => number };

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One app, its store and its queue. A message waits until it is delivered, and comes back when it fails. */
export async function createWorld(db: TestDb, platform: Platform, overrides: WorldOverrides = {}) {
  lastId += 1;
  const externalId = String(lastId);
  const store = createFakeStore(platform);
  const app = await createApp(db, { platform, externalId });
  const effects = createEffects();
  let callsBefore = 0;

  const { send, waiting, everSent, ...queue } = createMemoryQueue();
  const pipeline = createPipeline(effects.db(db), effects.calls(store), {
    countries: fewCountries,
    queues: effects.calls({ send }),
    now: () => noon,
    ...overrides,
  });
  const { deps } = pipeline;
  const { receive, deliver, errors } = createConsumer(deps, effects.revive, overrides.remainingMs);
  const sweep = () => effects.attempt(() => pipeline.sweep());

  return {
    db,
    app,
    store,
    effects,
    deps,
    receive,
    deliver,
    errors,
    everSent,
    waiting,
    /** From here on, effects are counted and disturbed. */
    begin: (fault?: Fault) => {
      effects.begin(fault);
      callsBefore = store.calls.length;
    },
    callsBefore: () => callsBefore,
    sellIn: (
      countries: readonly string[],
      records: Omit<Parameters<FakeStore["sell"]>[0], "externalId" | "countries"> = {},
    ) => store.sell({ externalId, countries, ...records }),
    /** A client without a response repeats its request. */
    request: async () => {
      const start = () => pipeline.start(app.id, "on_demand");
      if (!(await effects.attempt(start))) await start();
    },
    sweep,
    /** Delivers, and lets time pass and sweeps, until the run has ended. */
    settle: async () => {
      for (let sweeps = 0; sweeps <= SWEEPS_MAX; sweeps += 1) {
        await queue.deliverWaiting(deliver);
        if (await hasEnded(db, app.id)) return;
        await letAnHourPass(db, app.id);
        await sweep();
      }

      throw new Error(`The run of app ${app.id} had not ended after ${SWEEPS_MAX} sweeps.`, { cause: errors });
    },
  };
}

/** Requests the sync of an app that every storefront but one has. */
export async function requestSync(db: TestDb, platform: Platform = "ios", overrides: WorldOverrides = {}) {
  const world = await createWorld(db, platform, overrides);
  world.sellIn(everywhere.filter((code) => code !== "ca"));
  await world.request();
  return world;
}

/** Runs such a sync to its end. */
export async function settledSync(...request: Parameters<typeof requestSync>) {
  const world = await requestSync(...request);
  await world.settle();
  return world;
}

/** The consumer of a sync queue. */
export function createConsumer(deps: RunPhaseDependencies, nextProcess?: () => void, remainingMs?: () => number) {
  const { platform } = deps.connector;
  return createQueueConsumer(
    syncMessageSchema().refine((message) => message.platform === platform),
    (message, invocation) => runPhase(deps, { message, ...invocation }),
    { nextProcess, remainingMs },
  );
}

async function hasEnded(db: TestDb, appId: number): Promise<boolean> {
  const rows = await db.execute(sql`SELECT 1 FROM sync_statuses WHERE app_id = ${appId} AND lease_until IS NULL
    AND status IN ('completed', 'failed') AND coalesce(next_retry_at > clock_timestamp(), true)`);
  return rows.length > 0;
}
