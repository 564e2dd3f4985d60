import { randomUUID } from "node:crypto";
import type { SQSRecord } from "aws-lambda";
import { sql } from "drizzle-orm";

import { countries as allCountries } from "../../../db/seeds/countries.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { consume } from "../../../lib/queues/consumer.ts";
import { syncMessageSchema } from "../../../lib/queues/messages.ts";
import type { SyncQueues } from "../../../lib/queues/sync-queues.ts";
import { type RunPhaseDependencies, runPhase } from "../../../lib/sync/run-phase.ts";
import { startSync } from "../../../lib/sync/start-sync.ts";
import { sweepSyncs } from "../../../lib/sync/sweep-syncs.ts";
import type { TestDb } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createFakeStore, type FakeStore } from "../../support/fake-store.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { createEffects, type Fault } from "./effects.ts";

/** Few storefronts, so that a run has few effects; two languages are read in Canada. */
const codes = ["us", "ca", "de", "fr", "jp", "br"];
export const fewCountries = allCountries.filter(({ code }) => codes.includes(code));
export const everywhere: readonly string[] = fewCountries.map(({ code }) => code);

/** Every sync of a test observes at noon, so that none goes past midnight. */
export const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Sweeps after which a run must have ended, whatever happened to it once. */
const SWEEPS_MAX = 12;
const DELIVERIES_MAX = 200;

let lastId = 60_000;

type WorldOverrides = Partial<RunPhaseDependencies> & { readonly remainingMs?: () => number };

export type World = Awaited<ReturnType<typeof createWorld>>;

/** One app, its store and its queue: what is sent waits until it is delivered, what fails comes back. */
export async function createWorld(db: TestDb, platform: Platform, overrides: WorldOverrides = {}) {
  lastId += 1;
  const externalId = String(lastId);
  const store = createFakeStore(platform);
  const app = await createApp(db, { platform, externalId });
  const effects = createEffects();
  let callsBefore = 0;

  const waiting: string[] = [];
  const returned: string[] = [];
  const everSent: string[] = [];
  const queues: SyncQueues = {
    async send(_queue, messages) {
      const bodies = messages.map((message) => JSON.stringify(message));
      waiting.push(...bodies);
      everSent.push(...bodies);
    },
  };
  const { deps } = createPipeline(effects.db(db), effects.connector(store), {
    countries: fewCountries,
    queues: effects.queues(queues),
    now: () => noon,
    ...overrides,
  });
  const { receive, deliver, errors } = createConsumer(deps, effects.revive, overrides.remainingMs);

  async function deliverWaiting() {
    waiting.push(...returned.splice(0));
    for (let deliveries = 0; deliveries < DELIVERIES_MAX; deliveries += 1) {
      const body = waiting.shift();
      if (body === undefined) return;
      if (!(await deliver(body))) returned.push(body);
    }
    throw new Error(`The queue was not empty after ${DELIVERIES_MAX} deliveries.`);
  }

  async function sweep() {
    const settings = { quietSeconds: 60, spreadSeconds: 0, runAgeMaxHours: 24, refreshHours: 24 };
    await survive(effects.revive, () => sweepSyncs({ ...deps, settings }, { correlationId: "sweep" }));
  }

  return {
    db,
    app,
    store,
    effects,
    deps,
    receive,
    deliver,
    /** Bodies of all messages that were sent so far. */
    everSent: everSent as readonly string[],
    waiting,
    /** What is counted and disturbed starts here. */
    begin: (fault?: Fault) => {
      effects.begin(fault);
      callsBefore = store.calls.length;
    },
    callsBefore: () => callsBefore,
    sellIn: (
      countries: readonly string[],
      records: Omit<Parameters<FakeStore["sell"]>[0], "externalId" | "countries"> = {},
    ) => store.sell({ externalId, countries, ...records }),
    /** A client that got no answer asks again. */
    request: async () => {
      const start = () =>
        startSync(
          { ...deps, newId: randomUUID },
          { appId: app.id, platform, purpose: "on_demand", correlationId: "test" },
        );
      if (!(await survive(effects.revive, start))) await start();
    },
    deliverWaiting,
    sweep,
    /** Delivers, and lets time pass and sweeps, until the run has ended. */
    settle: async () => {
      for (let sweeps = 0; sweeps <= SWEEPS_MAX; sweeps += 1) {
        await deliverWaiting();
        if (await hasEnded(db, app.id)) return;
        await letAnHourPass(db, app.id);
        await sweep();
      }

      throw new Error(`The run of app ${app.id} had not ended after ${SWEEPS_MAX} sweeps.`, { cause: errors[0] });
    },
  };
}

/** The real consumer of a queue, as the worker function makes it. */
export function createConsumer(
  deps: RunPhaseDependencies,
  nextProcess: () => void = () => undefined,
  remainingMs: () => number = () => 90_000,
) {
  const { platform } = deps.connector;
  const errors: unknown[] = [];
  const receive = consume(
    syncMessageSchema.refine((message) => message.platform === platform),
    async (message, invocation) => void (await runPhase(deps, { message, ...invocation })),
    () => ({ ...silent, error: (_event, fields) => void errors.push(fields.error) }),
  );
  return {
    receive,
    /** What made deliveries fail. */
    errors: errors as readonly unknown[],
    /** false: the message stays on the queue. */
    deliver: async (body: string) => {
      const event = { Records: [sqsRecord(body)] };
      const { batchItemFailures } = await receive(event, { getRemainingTimeInMillis: remainingMs });
      nextProcess();
      return batchItemFailures.length === 0;
    },
  };
}

export function sqsRecord(body: string, messageId: string = randomUUID()): SQSRecord {
  const attributes = {
    ApproximateReceiveCount: "1",
    SentTimestamp: "0",
    SenderId: "test",
    ApproximateFirstReceiveTimestamp: "0",
  };
  const source = { eventSource: "aws:sqs", eventSourceARN: "arn:aws:sqs:test:0:test", awsRegion: "test" };
  return { messageId, body, receiptHandle: messageId, attributes, messageAttributes: {}, md5OfBody: "", ...source };
}

/** Lets everything that waits for the clock become due, but for failed items. */
export async function letAnHourPass(db: TestDb, appId: number): Promise<void> {
  await db.execute(sql`UPDATE sync_statuses SET updated_at = updated_at - interval '1 hour',
    lease_until = lease_until - interval '1 hour', resume_after = resume_after - interval '1 hour' WHERE app_id = ${appId}`);
}

export async function makeFailedItemsDue(db: TestDb, appId: number): Promise<void> {
  await letAnHourPass(db, appId);
  await db.execute(sql`UPDATE sync_failed_items SET next_attempt_at = clock_timestamp() - interval '1 second'
    WHERE app_id = ${appId} AND NOT permanent`);
  await db.execute(sql`UPDATE sync_statuses SET next_retry_at = clock_timestamp() - interval '1 second'
    WHERE app_id = ${appId} AND next_retry_at IS NOT NULL`);
}

export async function endCoolDown(db: TestDb, appId: number): Promise<void> {
  await db.execute(sql`UPDATE sync_statuses SET cooldown_until = NULL WHERE app_id = ${appId}`);
}

async function hasEnded(db: TestDb, appId: number): Promise<boolean> {
  const rows = await db.execute(sql`SELECT 1 FROM sync_statuses WHERE app_id = ${appId} AND lease_until IS NULL
    AND status IN ('completed', 'failed') AND coalesce(next_retry_at > clock_timestamp(), true)`);
  return rows.length > 0;
}

/** false: the process that did it died or failed. */
async function survive(nextProcess: () => void, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    nextProcess();
    return false;
  }
}
