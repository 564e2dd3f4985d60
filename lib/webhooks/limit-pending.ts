import type { Db } from "../../db/client.ts";
import { cancelOverflow } from "../../db/queries/webhooks/deliveries.ts";
import type { Log } from "../runtime/log.ts";

export type LimitDependencies = { readonly db: Db; readonly log: Pick<Log, "warn"> };

/** Cancels the oldest deliveries of endpoints that have more pending ones than they may. */
export async function limitPending({ db, log }: LimitDependencies, endpointIds: readonly number[]): Promise<void> {
  if (endpointIds.length === 0) return;
  const cancelled = await cancelOverflow(db, { endpointIds: `{${endpointIds.join(",")}}` });
  for (const [endpointId, rows] of Map.groupBy(cancelled, ({ endpoint_id }) => endpoint_id)) {
    log.warn("webhooks.deliveries.cancelled", { endpointId, deliveries: rows.length, reason: "too_many" });
  }
}
