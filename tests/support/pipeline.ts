import { randomUUID } from "node:crypto";

import { and, eq } from "drizzle-orm";
import { insertRun } from "../../db/queries/runs/sync-runs.ts";
import { apps } from "../../db/schema/apps.ts";
import { chartDays, chartFetches } from "../../db/schema/charts.ts";
import { storefrontControls } from "../../db/schema/controls.ts";
import { storeBudgets } from "../../db/schema/stores.ts";
import { sweepBatches } from "../../db/schema/sweeps.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { countries } from "../../db/seeds/countries.ts";
import { storeCategories as categories } from "../../db/seeds/store-categories.ts";
import { createDelivery, takeDue } from "../../infra/local/pipeline/delivery.ts";
import { storefrontCodes } from "../../lib/domain/country.ts";
import { utcDay } from "../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { countItems, type SyncPurpose } from "../../lib/domain/sync-phase.ts";
import type { SyncMessage, SyncQueueMessage } from "../../lib/queues/messages.ts";
import type { Measure } from "../../lib/runtime/telemetry.ts";
import type { StoreConnector } from "../../lib/stores/connector.ts";
import { dispatchStore } from "../../lib/sweeps/dispatch-store.ts";
import { type SyncStart, startSync } from "../../lib/sync/start-sync.ts";
import { dispatchDependencies } from "../../lib/wiring/dispatch.ts";
import { wirePipeline } from "../../lib/wiring/pipeline.ts";
import type { CountryPorts, Ports, Queues, SleepPort } from "../../lib/wiring/ports.ts";
import type { ClockedDb, TestDb } from "./database.ts";
import { emptyTables } from "./empty-tables.ts";
import { type App, createApp } from "./factories.ts";
import { TOP_APP } from "./fake-lists.ts";
import { createFakeStore, type FakeStore } from "./fake-store.ts";
import { endCoolDown } from "./pass-time.ts";
import { silentLog } from "./silent-log.ts";
import { changeSettings, prodSettings, type SettingsChange } from "./stage-settings.ts";

/**
 * The items of a whole sync: identity, each language (39 and 60), and the metrics of each storefront (111). Google Play
 * has the global metrics and the status of 74 storefronts in which no language is read.
 */
export const syncItems = { ios: 151, android: 136 } as const;

/** More deliveries than any run of these tests needs: a run that does not end fails the test. */
const DELIVERIES_MAX = 5_000;
const INVOCATION_MS = 90_000;

/** How the pipeline of a test differs from the one that is deployed. */
export type PipelineOverrides = Partial<Ports & CountryPorts & SleepPort> & {
  readonly settings?: SettingsChange;
  readonly queues?: Partial<Queues>;
  readonly remainingMs?: () => number;
};

/**
 * The pipeline of one platform in this process, wired as it is deployed and with the settings of `prod`: real database,
 * a clock that moves to the next message, and messages kept in arrays instead of queues.
 */
export function createPipeline(db: ClockedDb, connector: StoreConnector, overrides: PipelineOverrides = {}) {
  const { clock } = db;
  const { platform } = connector;
  const { settings: change = {}, remainingMs = () => INVOCATION_MS, queues = {}, ...given } = overrides;
  const settings = prodSettings(change);
  const delivery = createDelivery(clock);
  const measured: Parameters<Measure>[] = [];
  const ports = {
    db,
    log: silentLog,
    measure: ((...figure) => void measured.push(figure)) satisfies Measure,
    now: clock.now,
    random: () => 0.5,
    newId: randomUUID,
    sleep: (ms: number) => clock.moveTo(clock.ms() + ms),
    countries,
    categories,
    connect: () => connector,
    ...given,
    queues: { ...delivery.queues, ...queues },
  };
  const wired = wirePipeline(ports, settings);
  const { syncs: sent, sweeps } = delivery;

  /** The time of each message that a test has taken off its queue. */
  const times = new WeakMap<object, number>();
  const deliver = async (message: SyncQueueMessage) => {
    const at = times.get(message) ?? clock.ms();
    if (at > clock.ms()) await clock.moveTo(at);
    return wired.consumeSync(message, { remainingMs });
  };
  const dispatch = async () =>
    void (await dispatchStore(dispatchDependencies(ports, settings), { platform, correlationId: "test" }));
  /** Queues a run that somebody requests, or one as the schedule starts them, and sends it. */
  const start = async (appId: number, purpose: SyncPurpose = "tracked"): Promise<SyncStart> => {
    const requested = { appId, platform, userId: null, isCounted: false };
    if (purpose === "on_demand") return startSync({ ...ports, dispatch, correlationId: "test" }, requested);
    const now = ports.now();
    const run = { appId, runId: ports.newId(), purpose, itemsPlanned: countItems(ports.countries, platform) };
    const owner = { queuedOn: utcDay(now), coolsDownAt: null, userId: null, isDeferred: false, correlationId: "test" };
    if (!(await insertRun(db, { ...run, ...owner }))) return "running";
    await dispatch();
    return "started";
  };

  /** Delivers the message that comes next, unless it comes after a time in milliseconds since 1970, and returns it. */
  const deliverNext = async (ms = Number.POSITIVE_INFINITY, waiting: Parameters<typeof takeDue>[0] = delivery) => {
    const next = takeDue(waiting, ms);
    if (next === undefined) return undefined;
    times.set(next.message, next.at);
    return { ...next, outcome: await deliver(next.message) };
  };
  /**
   * Delivers the messages that come until a time, in milliseconds since 1970, and those that they send. Returns how
   * each delivery ended.
   */
  const deliverUntil = async (...until: Parameters<typeof deliverNext>) => {
    const outcomes: string[] = [];
    for (let deliveries = 0; deliveries <= DELIVERIES_MAX; deliveries += 1) {
      const delivered = await deliverNext(...until);
      if (delivered === undefined) return outcomes;
      outcomes.push(delivered.outcome);
    }
    throw new Error(`The queues were not empty after ${DELIVERIES_MAX} deliveries.`);
  };
  /** Delivers the waiting messages, and those that they send, until none is left. */
  const drain = () => deliverUntil(Number.POSITIVE_INFINITY);

  return {
    platform,
    ports,
    settings,
    sent,
    sentSweeps: sweeps,
    /** The figures that were measured. */
    measured: measured as readonly Parameters<Measure>[],
    clock,
    deliver,
    deliverNext,
    start,
    dispatch,
    drain,
    /**
     * Delivers the messages of sweeps that come until a time, and those that they send, and returns how each delivery
     * ended.
     */
    deliverSweeps: (ms = Number.POSITIVE_INFINITY) => deliverUntil(ms, { syncs: [], sweeps }),
    /** Delivers what comes within this many seconds from now on. */
    advance: async (seconds: number) => {
      const end = clock.ms() + seconds * 1_000;
      await deliverUntil(end);
      await clock.moveTo(end);
    },
    sync: async (appId: number, purpose?: SyncPurpose): Promise<void> => {
      await start(appId, purpose);
      await drain();
    },
    /** Starts the syncs that are due. */
    tick: (changed: SettingsChange = {}) =>
      wirePipeline(ports, changeSettings(settings, changed)).startDueSyncs({ correlationId: "tick" }),
    resend: (changed: SettingsChange = {}) =>
      wirePipeline(ports, changeSettings(settings, changed)).resendSyncs({ correlationId: "resend" }),
    sweepStorefronts: () => wired.sweepStorefronts({ correlationId: "sweep" }),
    /** Takes the oldest message off the queue. It is delivered at its time. */
    take: (): SyncMessage => {
      const next = sent.shift();
      if (next === undefined) throw new Error("No message is waiting.");
      times.set(next.message, next.at);
      return next.message;
    },
  };
}

export type Pipeline = ReturnType<typeof createPipeline>;

const HOUR_MS = 3_600_000;

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

/**
 * A store that sells one app and whose charts were never read, and the pipeline that syncs it, with full buckets and
 * nothing else that waits for them.
 */
export async function createSyncWorld(db: ClockedDb, newApp: NewApp = {}, overrides: PipelineOverrides = {}) {
  await emptyTables(db, storeBudgets, storefrontControls, chartDays, chartFetches, syncStatuses, sweepBatches);
  const store = createFakeStore(newApp.platform ?? "ios");
  const app = await createSoldApp(db, store, newApp);
  return { db, store, app, externalId: app.externalId, pipeline: createPipeline(db, store, overrides) };
}

/** Makes the app at the top of the free charts a control of all storefronts, as their charts would. */
export async function knowTopApp(db: ClockedDb, platform: Platform): Promise<void> {
  const isTop = and(eq(apps.platform, platform), eq(apps.externalId, TOP_APP));
  const [known] = await db.select({ id: apps.id }).from(apps).where(isTop);
  const { id: appId } = known ?? (await createApp(db, { platform, externalId: TOP_APP }));
  const foundAt = new Date(db.clock.ms() - HOUR_MS);
  const controls = storefrontCodes(countries, platform).map((countryCode) => ({
    platform,
    countryCode,
    appId,
    foundAt,
  }));
  await db.insert(storefrontControls).values(controls);
}

/** Ends the cool-down of an app and syncs it. */
export async function syncAgain(pipeline: Pipeline, appId: number, purpose: SyncPurpose = "tracked"): Promise<void> {
  await endCoolDown(pipeline.ports.db, appId);
  await pipeline.sync(appId, purpose);
}
