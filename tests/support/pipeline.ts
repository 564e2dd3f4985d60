import { randomUUID } from "node:crypto";

import type { Db } from "../../db/client.ts";
import { countries } from "../../db/seeds/countries.ts";
import { BATCH_ITEMS_MAX } from "../../lib/domain/call-limits.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { starsRules } from "../../lib/domain/stars.ts";
import type { SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type { SyncMessage } from "../../lib/queues/messages.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { unlimitedBudget } from "../../lib/stores/store-budget.ts";
import { type RunPhaseDependencies, runPhase } from "../../lib/sync/run-phase.ts";
import { startDueSyncs } from "../../lib/sync/start-due-syncs.ts";
import { startSync } from "../../lib/sync/start-sync.ts";
import { sweepSyncs } from "../../lib/sync/sweep-syncs.ts";
import type { TestDb } from "./database.ts";
import { type App, createApp } from "./factories.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { endCoolDown } from "./pass-time.ts";
import { recordedQueues } from "./recorded-queues.ts";
import { silentLog } from "./silent-log.ts";

const tickSettings = {
  refreshHours: 24,
  syncsPerTick: 100,
  activeRunsMax: { ios: Number.POSITIVE_INFINITY, android: Number.POSITIVE_INFINITY },
  untrackedSyncsPerTick: 0,
  awaitsSweep: { ios: false, android: false },
  spreadSeconds: 0,
};
export const sweepSettings = {
  quietSeconds: 60,
  spreadSeconds: 0,
  runAgeMaxHours: 24,
  refreshHours: 24,
  syncsPerTick: 100,
};

/** Items of a whole sync: identity, each language (39 and 60), each storefront's metrics (111) or the global ones. */
export const syncItems = { ios: 151, android: 62 } as const;

/** Longer than any run of these tests takes: a run that does not end fails the test. */
const DELIVERIES_MAX = 500;

type PipelineOverrides = Partial<RunPhaseDependencies> & { readonly remainingMs?: () => number };

/** The pipeline of one platform in this process: real database, messages kept in an array instead of a queue. */
export function createPipeline(db: Db, connector: StoreConnector, overrides: PipelineOverrides = {}) {
  const { sent, queues } = recordedQueues();
  const { remainingMs = () => 90_000, ...given } = overrides;
  const deps: RunPhaseDependencies = {
    db,
    connector,
    countries,
    queues,
    budget: unlimitedBudget,
    settings: {
      leaseSeconds: 60,
      leaseRenewalMs: 20_000,
      availabilityRelookDays: 7,
      identityRetryDelaysSeconds: [0, 0, 0],
      onDemandRunsMax: Number.POSITIVE_INFINITY,
      batchItemsMax: BATCH_ITEMS_MAX,
      starsPerRunMax: starsRules.otherPerRun,
      expressSeconds: null,
    },
    expressQueues: { send: async () => undefined },
    now: () => new Date(),
    random: () => 0.5,
    newToken: randomUUID,
    log: silentLog,
    measure: () => undefined,
    ...given,
  };

  const deliver = (message: SyncMessage) => runPhase(deps, { message, remainingMs });
  const start = (appId: number, purpose: SyncPurpose = "tracked") =>
    startSync(
      { ...deps, newId: randomUUID, correlationId: "test" },
      { appId, platform: connector.platform, purpose, onSendFailure: "throw" },
    );
  /** Delivers the waiting messages, and those that they send, until none is left. */
  const drain = async () => {
    for (let deliveries = 0; sent.length > 0; deliveries += 1) {
      if (deliveries > DELIVERIES_MAX) throw new Error(`The run did not end within ${DELIVERIES_MAX} deliveries.`);
      const next = sent.shift();
      if (next !== undefined) await deliver(next.message);
    }
  };

  return {
    deps,
    sent,
    deliver,
    start,
    drain,
    sync: async (appId: number, purpose?: SyncPurpose): Promise<void> => {
      await start(appId, purpose);
      await drain();
    },
    /** Starts the syncs that are due. */
    tick: (settings: Partial<typeof tickSettings> = {}) =>
      startDueSyncs({ ...deps, settings: { ...tickSettings, ...settings } }, { correlationId: "tick" }),
    sweep: (settings: Partial<typeof sweepSettings> = {}) =>
      sweepSyncs({ ...deps, settings: { ...sweepSettings, ...settings } }, { correlationId: "sweep" }),
    /** Takes the oldest message off the queue. */
    take: (): SyncMessage => {
      const next = sent.shift();
      if (next === undefined) throw new Error("No message is waiting.");
      return next.message;
    },
  };
}

export type Pipeline = ReturnType<typeof createPipeline>;

let lastId = 1_000;

type NewApp = Partial<App> & { readonly soldIn?: readonly string[] };

/** Adds an app that its store sells, in every storefront unless others are named. */
export async function createSoldApp(db: TestDb, store: FakeStore, { soldIn, ...values }: NewApp = {}): Promise<App> {
  lastId += 1;
  const { platform } = store;
  const app = await createApp(db, { externalId: String(lastId), ...values, platform });
  store.sell({ externalId: app.externalId, countries: soldIn ?? storefrontCodes(countries, platform) });
  return app;
}

/** A store that sells one app, and the pipeline that syncs it. */
export async function createSyncWorld(db: TestDb, newApp: NewApp = {}, overrides: PipelineOverrides = {}) {
  const store = createFakeStore(newApp.platform ?? "ios");
  const app = await createSoldApp(db, store, newApp);
  return { db, store, app, externalId: app.externalId, pipeline: createPipeline(db, store, overrides) };
}

/** Ends the cool-down of an app and syncs it. */
export async function syncAgain(pipeline: Pipeline, appId: number, purpose: SyncPurpose = "tracked"): Promise<void> {
  await endCoolDown(pipeline.deps.db, appId);
  await pipeline.sync(appId, purpose);
}
