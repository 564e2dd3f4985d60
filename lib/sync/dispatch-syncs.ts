import { markRunsSent, type WaitingRun } from "../../db/queries/runs/waiting-runs.ts";
import { readWaitingWork, type WaitingBatch, type WaitingWorkRows } from "../../db/queries/runs/waiting-work.ts";
import { markExpressBatchesSent } from "../../db/queries/sweeps/express-shards.ts";
import type { Db } from "../../db/statement.ts";
import type { Country } from "../domain/country.ts";
import { type BucketState, busySeconds, busySecondsOf, planDispatch, type WaitingWork } from "../domain/dispatch.ts";
import { messageDelaySeconds } from "../domain/message-delay.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { chartClasses, sweepClass } from "../domain/request-costs.ts";
import { bucketsOfPlatform } from "../domain/request-purpose.ts";
import { type HostClass, hostOfClass, type StoreHost, type StoreSettings } from "../domain/store-hosts.ts";
import { isSwept } from "../domain/storefront-sweep.ts";
import type { SyncPurpose } from "../domain/sync-phase.ts";
import { phaseMessage } from "../queues/messages.ts";
import type { SweepQueues, SyncQueues } from "../queues/work-queues.ts";
import type { Clock } from "../runtime/clock.ts";
import { shardToCome, waitingLine } from "./waiting-line.ts";

export type DispatchSyncs = (input: { readonly platform: Platform; readonly correlationId: string }) => Promise<void>;

export type DispatchSyncsDependencies = {
  readonly db: Db;
  readonly now: Clock;
  readonly countries: readonly Country[];
  readonly queues: SyncQueues;
  /** Queues of express batches; null where the caller sends none. */
  readonly batchQueues: SweepQueues | null;
  readonly purposes: readonly SyncPurpose[];
  readonly settings: {
    readonly stores: StoreSettings;
    /** The paces of charts and sweeps, which precede scheduled runs. Null if the caller sends only awaited work. */
    readonly paces: Paces | null;
    /** Seconds after its delivery at which the message of a run or of an express batch counts as lost. */
    readonly lostAfterSeconds: number;
  };
};

export type Paces = {
  readonly sweep: { readonly schedule: "daily" | "off"; readonly batchesPerMinute: number };
  readonly chartsPerMinute: Readonly<Record<Platform, number>>;
};

export type Waiting = Omit<WaitingWorkRows, "buckets"> & {
  readonly awaited: readonly WaitingWork[];
  readonly states: readonly BucketState[];
};

/**
 * Sends work that finds its tokens soon, users' first, each message delayed until its tokens are there. Other work
 * stays in its row. Returns the waiting work, so that sweeps can yield to it.
 */
export async function dispatchSyncs(
  deps: DispatchSyncsDependencies,
  { platform, correlationId }: { readonly platform: Platform; readonly correlationId: string },
): Promise<Waiting> {
  const { settings } = deps;
  const { line, states, ...waiting } = await readLine(deps, platform);
  const reserved = settings.paces === null ? {} : reservedRates(settings.paces, platform, waiting);
  const plan = planDispatch(line, { settings: settings.stores, states, reserved });

  const sentRuns = plan.sent.flatMap(({ work, delaySeconds }) =>
    "run" in work ? [{ run: work.run, delaySeconds }] : [],
  );
  const sentBatches = plan.sent.flatMap(({ work, delaySeconds }) =>
    "batch" in work ? [{ batch: work.batch, delaySeconds }] : [],
  );
  await sendRuns(deps, { platform, correlationId }, sentRuns);
  await sendBatches(deps, { platform, correlationId }, sentBatches);
  return { ...waiting, states };
}

type ReadLineDependencies = Pick<DispatchSyncsDependencies, "db" | "now" | "countries" | "purposes"> & {
  readonly settings: Pick<DispatchSyncsDependencies["settings"], "stores" | "lostAfterSeconds">;
};

export async function readLine({ countries, db, now, purposes, settings }: ReadLineDependencies, platform: Platform) {
  const isSwept = platformFacts[platform].hasStorefrontApps;
  const { lostAfterSeconds, stores } = settings;
  const buckets = JSON.stringify(bucketsOfPlatform(stores, platform));
  const reading = { platform, isSwept, purposes, buckets, lostAfterSeconds, day: utcDay(now()) };
  const { buckets: states, ...waiting } = await readWaitingWork(db, reading);
  const of = { countries, platform };
  const line = waitingLine(waiting, of);
  return { ...waiting, states, line, awaited: [...line, ...shardToCome(waiting, of)] };
}

/** Returns the seconds until work that users await leaves tokens of these classes to other work. */
export function secondsUntilFree(
  { awaited, states }: Pick<Waiting, "awaited" | "states">,
  settings: StoreSettings,
  work: { readonly purpose: "chart" | "keyword" | "publisher" | "sweep"; readonly classes: readonly HostClass[] },
): number {
  return busySecondsOf(busySeconds(awaited, { settings, states }, work.purpose), work.classes);
}

type Input = { readonly platform: Platform; readonly correlationId: string };

async function sendRuns(
  { db, queues, settings }: DispatchSyncsDependencies,
  { platform, correlationId }: Input,
  runs: readonly { readonly run: WaitingRun; readonly delaySeconds: number }[],
): Promise<void> {
  if (runs.length === 0) return;
  const sent = runs.map(({ run, delaySeconds }) => ({
    appId: run.app_id,
    runId: run.run_id,
    sentSeconds: messageDelaySeconds(delaySeconds) + settings.lostAfterSeconds,
  }));
  const marked = new Set((await markRunsSent(db, { runs: sent })).map(({ app_id }) => app_id));
  for (const [purpose, ofPurpose] of Map.groupBy(runs, ({ run }) => run.purpose)) {
    const mine = ofPurpose.filter(({ run }) => marked.has(run.app_id));
    const delays = new Map(mine.map(({ run, delaySeconds }) => [run.run_id, delaySeconds]));
    const messages = mine.map(({ run }) => messageOf(run, platform, correlationId));
    if (messages.length === 0) continue;
    await queues.send({ purpose, platform }, messages, { delaySeconds: ({ runId }) => delays.get(runId) ?? 0 });
  }
}

function messageOf(run: WaitingRun, platform: Platform, correlationId: string) {
  const { app_id: appId, run_id: runId, phase } = run;
  return phaseMessage({ appId, runId, platform, phase }, run.correlation_id ?? correlationId);
}

async function sendBatches(
  { db, batchQueues, settings }: DispatchSyncsDependencies,
  { platform, correlationId }: Input,
  batches: readonly { readonly batch: WaitingBatch; readonly delaySeconds: number }[],
): Promise<void> {
  if (batches.length === 0 || batchQueues === null) return;
  const marked = await markExpressBatchesSent(db, {
    batches: batches.map(({ batch: { key }, delaySeconds }) => ({ ...key, delaySeconds })),
    resendSeconds: settings.lostAfterSeconds,
  });
  const delays = new Map(
    marked.map(({ key, delay_seconds }) => [{ ...key, v: 1 as const, correlationId }, delay_seconds] as const),
  );
  if (delays.size === 0) return;
  await batchQueues.send(platform, [...delays.keys()], { delaySeconds: (message) => delays.get(message) ?? 0 });
}

export function reservedRates(
  { chartsPerMinute, sweep }: Paces,
  platform: Platform,
  { has_charts, has_sweep }: Pick<WaitingWorkRows, "has_charts" | "has_sweep">,
): Partial<Record<StoreHost, number>> {
  const reserved: Partial<Record<StoreHost, number>> = {};
  const add = (host: StoreHost, perMinute: number) => {
    reserved[host] = (reserved[host] ?? 0) + perMinute / 60;
  };
  const classes = chartClasses[platform];
  if (has_charts) for (const one of classes) add(hostOfClass[one], chartsPerMinute[platform] / classes.length);
  if (has_sweep && isSwept(platform, sweep)) add(hostOfClass[sweepClass], sweep.batchesPerMinute);
  return reserved;
}
