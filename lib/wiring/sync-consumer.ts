import { createFindControls } from "../controls/find-controls.ts";
import type { Platform } from "../domain/platform.ts";
import { isExpress } from "../domain/storefront-sweep.ts";
import { syncLimits } from "../domain/sync-limits.ts";
import type { Invocation } from "../queues/consumer.ts";
import type { SyncQueueMessage } from "../queues/messages.ts";
import { sharedBudget } from "../stores/store-budget.ts";
import { fetchSweepBatch } from "../sweeps/fetch-sweep-batch.ts";
import { continueExpress } from "../sweeps/plan-express.ts";
import { runPhase } from "../sync/run-phase.ts";
import type { CountryPorts, PipelineSettings, QueuePorts, Queues, SleepPort, StorePorts } from "./ports.ts";

type SyncConsumerPorts = StorePorts & CountryPorts & SleepPort & QueuePorts<keyof Omit<Queues, "charts" | "identify">>;
type SyncConsumerSettings = Omit<PipelineSettings, "charts">;

/** Handles a message of a sync queue. Returns how it ended, as its log entry says. */
export type ConsumeSync = (message: SyncQueueMessage, invocation: Invocation) => Promise<string>;

/**
 * Wires the consumer of a platform's sync queues: it runs phases, fetches batches of sweeps and plans express shards.
 */
export function wireSyncConsumer(
  ports: SyncConsumerPorts,
  settings: SyncConsumerSettings,
  platform: Platform,
): ConsumeSync {
  const { queues, countries } = ports;
  const { sync, sweep, stores } = settings;
  const budget = sharedBudget(ports, { platform, stores });
  const connector = ports.connect(platform, (costs) => budget(costs, "page"));
  const limits = syncLimits(settings, countries, platform);
  const connected = { ...ports, platform, budget, connector, newToken: ports.newId };
  const shared = { ...connected, findControls: createFindControls({ ...connected, settings: sweep }) };
  const phases = {
    ...shared,
    queues: queues.syncs,
    expressQueues: queues.express,
    settings: { ...sync, ...limits },
  };
  const batches = { ...shared, settings: sweep, relookDays: sync.availabilityRelookDays };
  const express = {
    ...shared,
    expressQueues: queues.express,
    batchQueues: queues.expressBatches,
    settings: sweep,
  };

  return async (message, { remainingMs }) => {
    if (!("kind" in message)) {
      const { kind: outcome } = await runPhase(phases, { message, remainingMs });
      ports.log.info("sync.phase.completed", { ...message, outcome });
      return outcome;
    }
    if (message.kind === "express") {
      if (limits.awaitsSweep) await continueExpress(express, message);
      return "planned";
    }
    const ofBatch = { ...batches, queues: isExpress(message) ? queues.expressBatches : queues.sweeps };
    const outcome = await fetchSweepBatch(ofBatch, { message, remainingMs });
    ports.log.info("sweep.batch.completed", { ...message, outcome });
    return outcome;
  };
}
