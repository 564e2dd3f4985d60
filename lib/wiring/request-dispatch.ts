import { leaveToResend } from "../queues/work-queues.ts";
import type { DispatchSyncs } from "../sync/dispatch-syncs.ts";
import type { CountryPorts, PipelineSettings, Ports, QueuePorts } from "./ports.ts";

export type DispatchPorts = Pick<Ports, "db" | "now"> & CountryPorts;

const LEASES_UNTIL_LOST = 2;

export function lostAfterSeconds({ sync }: Pick<PipelineSettings, "sync">): number {
  return LEASES_UNTIL_LOST * sync.leaseSeconds;
}

/** Wires the dispatch of requested runs from a request. Work that cannot be sent is left to the next tick. */
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
    // Loaded late, because few requests have runs to send.
    const { dispatchSyncs } = await import("../sync/dispatch-syncs.ts");
    await dispatchSyncs(deps, input).catch(leaveToResend(ports, "sync.message.unsent", { platform }));
  };
}
