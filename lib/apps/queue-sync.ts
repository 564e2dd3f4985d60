import type { Platform } from "../domain/platform.ts";
import { sendOrLeave } from "../queues/send-or-leave.ts";
import type { SyncQueues } from "../queues/sync-queues.ts";
import type { Log } from "../runtime/log.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";

export type QueueSyncDependencies = StartSyncDependencies & { readonly log: Log; readonly correlationId: string };

type QueueSyncInput = {
  readonly appId: number;
  readonly platform: Platform;
};

/** Starts a sync that a user waits for. */
export async function queueOnDemandSync(deps: QueueSyncDependencies, input: QueueSyncInput): Promise<void> {
  const { appId, platform } = input;
  const { correlationId } = deps;
  const queues = resendLater(deps.queues, deps.log);
  await startSync({ ...deps, queues }, { appId, platform, purpose: "on_demand", correlationId });
}

/** A run whose message cannot be sent stays queued in the database, from where the sweeper sends it again. */
export function resendLater(queues: SyncQueues, log: Log): SyncQueues {
  return {
    send: (queue, messages, options) =>
      sendOrLeave(() => queues.send(queue, messages, options), { log, event: "sync.message.unsent", fields: queue }),
  };
}
