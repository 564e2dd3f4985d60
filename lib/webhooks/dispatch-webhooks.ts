import type { Db } from "../../db/client.ts";
import { cancelOfDisabled } from "../../db/queries/webhooks/deliveries.ts";
import { fanOutEvents, SCANNED_MAX } from "../../db/queries/webhooks/fan-out.ts";
import type { Log } from "../runtime/log.ts";
import { limitPending } from "./limit-pending.ts";
import { type SendDueDependencies, sendDueDeliveries } from "./send-due-deliveries.ts";
import { viewsOf } from "./views-of-webhooks.ts";

export type DispatchDependencies = SendDueDependencies & { readonly log: Pick<Log, "info" | "warn"> };

/** A tick reads at most this many batches, more events than 10,000 apps have in a day. The next tick continues. */
const BATCHES_MAX = 20;

/** Makes deliveries of new events, and sends what is due. Throws if the sender or the database fails for all. */
export async function dispatchWebhooks(deps: DispatchDependencies): Promise<void> {
  const events = await makeDeliveries(deps);
  const sent = await sendDueDeliveries(deps);
  deps.log.info("webhooks.dispatched", { ...events, ...sent });
  if (sent.interrupted > 0 && sent.delivered + sent.failed === 0) {
    throw new Error(`Nothing could be sent to ${sent.interrupted} endpoints: the log has the errors.`);
  }
}

async function makeDeliveries({ db, log }: { readonly db: Db; readonly log: Pick<Log, "warn"> }) {
  const views = await viewsOf(db);
  const total = { scanned: 0, queued: 0 };
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { scanned, queued, endpoint_ids } = await fanOutEvents(db, views);
    if (endpoint_ids.length > 0) await cancelOfDisabled(db, { endpointIds: `{${endpoint_ids.join(",")}}` });
    await limitPending({ db, log }, endpoint_ids);
    total.scanned += scanned;
    total.queued += queued;
    if (scanned < SCANNED_MAX) break;
  }
  return total;
}
