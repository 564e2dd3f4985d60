import { leaveToResend } from "../queues/work-queues.ts";
import type { DispatchSyncs } from "../sync/dispatch-syncs.ts";
import type { CountryPorts, PipelineSettings, Ports, QueuePorts } from "./ports.ts";

export type DispatchPorts = Pick<Ports, "db" | "now"> & CountryPorts;

/** Leases after which the message of a run, or of a batch for which a run waits, counts as lost. */
const LEASES_UNTIL_LOST = 2;

export function lostAfterSeconds({ sync }: Pick<PipelineSettings, "sync">): number {
  return LEASES_UNTIL_LOST * sync.leaseSeconds;
}

/** Wires what sends the runs for which users wait, from a request. What cannot be sent is left to the next tick. */
export function wireRequestDispatch(
  ports: DispatchPorts & Pick<Ports, "log" | "measure"> & QueuePorts<"syncs">,
  settings: Pick<PipelineSettings, "stores" | "sync">,
): DispatchSyncs {
  const own = { stores: settings.stores, paces: null, lostAfterSeconds: lostAfterSeconds(settings) };
  const deps = {
    ...ports,
    queues: ports.queues.syncs,
    batchQueues: null,
    purposes: ["on_demand"] as const,
    settings: own,
  };
  return async (input) => {
    const { platform } = input;
    // The start of a function does not load it: few requests have runs to send.
    const { dispatchSyncs } = await import("../sync/dispatch-syncs.ts");
    await dispatchSyncs(deps, input).catch(leaveToResend(ports, "sync.message.unsent", { platform }));
  };
}
