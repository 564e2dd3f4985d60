import type { RunReference } from "../../db/queries/sync-runs.ts";
import type { SyncMessage } from "../queues/messages.ts";

/** The message that sets a run going at the phase at which it stands. */
export function runMessage(run: Omit<RunReference, "purpose">, correlationId: string): SyncMessage {
  const { runId, appId, platform, phase } = run;
  return { v: 1, runId, appId, platform, phase, hop: 0, correlationId };
}
