import { createFindControls } from "../controls/find-controls.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Platform } from "../domain/platform.ts";
import { isExpress } from "../domain/storefront-sweep.ts";
import { syncLimits } from "../domain/sync-limits.ts";
import { phaseFacts } from "../domain/sync-phase.ts";
import { reportEvents } from "../events/report-events.ts";
import type { Invocation } from "../queues/consumer.ts";
import type { SyncMessage, SyncQueueMessage } from "../queues/messages.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import { dispatchStore } from "../sweeps/dispatch-store.ts";
import { fetchSweepBatch } from "../sweeps/fetch-sweep-batch.ts";
import { runPhase, sendExpress } from "../sync/run-phase.ts";
import { dispatchDependencies } from "./dispatch.ts";
import type { CountryPorts, PipelineSettings, QueuePorts, Queues, SleepPort, StorePorts } from "./ports.ts";

type SyncConsumerPorts = StorePorts &
  CountryPorts &
  SleepPort &
  QueuePorts<keyof Omit<Queues, "charts" | "identify" | "keywords" | "publishers">>;
export type ConsumeSync = (message: SyncQueueMessage, invocation: Invocation) => Promise<string>;

function endsRun({ phase }: SyncMessage, ended: Awaited<ReturnType<typeof runPhase>>): boolean {
  return ended.kind === "aborted" || (ended.kind === "completed" && phaseFacts[phase].next === null);
}

function isIdle(ended: Awaited<ReturnType<typeof runPhase>>): boolean {
  return ended.kind === "continue" && ended.nextBatch !== undefined && !ended.madeProgress;
}

export function wireSyncConsumer(
  ports: SyncConsumerPorts,
  settings: PipelineSettings,
  platform: Platform,
): ConsumeSync {
  const { queues, countries } = ports;
  const { sync, sweep, stores } = settings;
  const budget = sharedBudget(ports, { platform, stores });
  const connector = ports.connect(platform, (costs) => budget(costs, "page"));
  const limits = syncLimits(settings, countries, platform);
  const connected = { ...ports, platform, budget, connector, newToken: ports.newId };
  const shared = { ...connected, findControls: createFindControls({ ...connected, settings: sweep }) };
  const phases = { ...shared, expressQueues: queues.express, settings: { ...sync, ...limits } };
  const batches = { ...shared, settings: sweep, recheckDays: sync.availabilityRecheckDays };
  const waiting = dispatchDependencies(ports, settings);

  // The run has ended whether or not its report succeeds, and the next tick reports what was left.
  const report = async ({ appId }: SyncMessage) => {
    try {
      for (const failure of (await reportEvents(ports, { appId })).failed)
        ports.log.error("events.report.failed", failure);
    } catch (error) {
      ports.log.warn("events.report.failed", { ...describeFailure(error), appId });
    }
  };

  const handle: ConsumeSync = async (message, { remainingMs }) => {
    if (!("kind" in message)) {
      const ended = await runPhase(phases, { message, remainingMs });
      if (endsRun(message, ended)) await report(message);
      const outcome = isIdle(ended) ? "postponed" : ended.kind;
      ports.log.info("sync.phase.completed", { ...message, outcome });
      return outcome;
    }
    if (message.kind === "express") return "planned";
    const outcome = await fetchSweepBatch(batches, { message, remainingMs });
    ports.log.info("sweep.batch.completed", { ...message, outcome });
    return outcome;
  };
  // After every delivery, other work may have tokens or wait for the next delivery.
  return async (message, invocation) => {
    try {
      return await handle(message, invocation);
    } finally {
      const { correlationId } = message;
      const isOfExpress = "shard" in message && isExpress(message);
      const { expressWaitSeconds } = await dispatchStore(
        waiting,
        { platform, correlationId },
        isOfExpress ? message : undefined,
      );
      const isForExpress = "kind" in message && message.kind === "express";
      if (isForExpress && expressWaitSeconds > 0) await sendExpress(phases, message, expressWaitSeconds);
    }
  };
}
