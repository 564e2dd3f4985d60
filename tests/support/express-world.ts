import { sql } from "drizzle-orm";

import type { Country } from "../../lib/domain/country.ts";
import { messageDelaySeconds } from "../../lib/domain/message-delay.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type { ExpressMessage, SweepMessage, SyncMessage } from "../../lib/queues/messages.ts";
import { delaysOf, type SendOptions } from "../../lib/queues/work-queues.ts";
import { continueExpress } from "../../lib/sweeps/plan-express.ts";
import { fewCountries } from "./countries.ts";
import type { TestDb } from "./database.ts";
import { type App, createUser } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { passTime } from "./pass-time.ts";
import { createPipeline, createSoldApp } from "./pipeline.ts";
import { createSweepPipeline, emptySweeps } from "./sweep-pipeline.ts";

/** A message and the second of the simulated time at which it is delivered. */
type Waiting = { readonly at: number; readonly message: SyncMessage | SweepMessage | ExpressMessage };

type WorldOptions = {
  readonly countries?: readonly Country[];
  readonly startsAt?: Date;
  readonly settings?: { readonly batchesPerMinute?: number; readonly appsPerRequest?: number };
  /** null: no sweeps. */
  readonly expressSeconds?: number | null;
};

const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));

/** Deliveries of one test; more than any needs. */
const DELIVERIES_MAX = 5_000;

/** Syncs and express shards of the App Store with the real database and messages that come when their delay is over. */
export async function createExpressWorld(db: TestDb, options: WorldOptions = {}) {
  await emptySweeps(db);
  const { countries = fewCountries, startsAt = noon, expressSeconds = 60, settings } = options;
  const store = createFakeStore("ios");
  const waiting: Waiting[] = [];
  const delivered: Waiting["message"][] = [];
  let elapsed = 0;
  const now = () => new Date(startsAt.getTime() + elapsed * 1_000);

  function queuesOf<Message extends Waiting["message"]>() {
    return {
      async send(_queue: unknown, messages: readonly Message[], sendOptions?: SendOptions<Message>) {
        const delayOf = delaysOf(sendOptions);
        for (const message of messages) waiting.push({ at: elapsed + messageDelaySeconds(delayOf(message)), message });
      },
    };
  }
  const expressQueues = queuesOf<ExpressMessage>();
  const sweep = createSweepPipeline(db, store, {
    countries,
    now,
    queues: queuesOf<SweepMessage>(),
    ...(settings === undefined ? {} : { settings }),
  });
  const defaults = createPipeline(db, store).deps.settings;
  const sync = createPipeline(db, store, {
    countries,
    now,
    queues: queuesOf<SyncMessage>(),
    expressQueues,
    settings: { ...defaults, expressSeconds },
  });
  const express = { ...sweep.ticking, expressQueues };

  async function deliver(message: Waiting["message"]): Promise<void> {
    delivered.push(message);
    if (!("kind" in message)) await sync.deliver(message);
    else if (message.kind !== "express") await sweep.deliver(message);
    else if (expressSeconds !== null) await continueExpress(express, message);
  }

  /** Delivers what comes within so many seconds from now on. */
  async function advance(seconds: number): Promise<void> {
    const end = elapsed + seconds;
    for (let deliveries = 0; deliveries < DELIVERIES_MAX; deliveries += 1) {
      const next = waiting.toSorted((a, b) => a.at - b.at).find(({ at }) => at <= end);
      const at = next?.at ?? end;
      await passTime(db, at - elapsed);
      elapsed = at;
      if (next === undefined) return;
      waiting.splice(waiting.indexOf(next), 1);
      await deliver(next.message);
    }
    throw new Error(`The queues were not empty after ${DELIVERIES_MAX} deliveries.`);
  }

  const { id: userId } = await createUser(db);
  const track = (app: App, user: number) =>
    db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${user}, ${app.id})`);

  return {
    db,
    store,
    sweep,
    sync,
    express,
    waiting,
    delivered,
    advance,
    elapsed: () => elapsed,
    /** Adds an app that a user tracks and the store sells. */
    addApp: async ({ soldIn = countries.map(({ code }) => code), user = userId } = {}): Promise<App> => {
      const app = await createSoldApp(db, store, { soldIn });
      await track(app, user);
      return app;
    },
    start: (app: App, purpose: SyncPurpose = "on_demand") => sync.start(app.id, purpose),
    addUser: async () => (await createUser(db)).id,
    /** Storefronts in which an app was requested by its own run. */
    requestedAlone: ({ externalId }: App) =>
      store.calls
        .filter(({ operation, subject }) => operation === "fetchMetrics" && subject === externalId)
        .flatMap(({ countries: requested }) => requested),
    /** Storefronts that were requested for the stars of the app alone. */
    requestedForStars: ({ externalId }: App) =>
      store.calls
        .filter(({ operation, subject }) => operation === "fetchStars" && subject === externalId)
        .flatMap(({ countries: requested }) => requested),
    /** Storefronts that were requested for many apps at once. */
    requestedTogether: () =>
      store.calls
        .filter(({ operation }) => operation === "fetchStorefrontApps")
        .flatMap(({ countries: [code] }) => code),
    statusOf: async ({ id }: App) => {
      const [row] = await db.execute<{ status: string; current_step: string | null; is_whole: boolean }>(sql`
        SELECT status, current_step, progress_done = progress_total AS is_whole FROM sync_statuses WHERE app_id = ${id}`);
      return row;
    },
    /** Storefronts in which metrics of an app are stored. */
    measuredIn: async ({ id }: App) => {
      const rows = await db.execute<{ code: string }>(sql`SELECT country_code AS code FROM app_metrics
        WHERE app_id = ${id} AND rating_count IS NOT NULL ORDER BY 1`);
      return rows.map(({ code }) => code);
    },
    expressShards: () =>
      db.execute<{ shard: number; app_ids: number[]; is_folded: boolean }>(sql`
        SELECT shard, to_jsonb(app_ids) AS app_ids, folded_at IS NOT NULL AS is_folded FROM sweep_shards
        WHERE is_express ORDER BY day, shard`),
  };
}

export type ExpressWorld = Awaited<ReturnType<typeof createExpressWorld>>;
