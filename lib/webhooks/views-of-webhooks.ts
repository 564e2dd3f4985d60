import type { Db } from "../../db/client.ts";
import { listViewsOfWebhooks } from "../../db/queries/webhooks/fan-out.ts";
import type { ViewOfEndpoint } from "../../db/queries/webhooks/matching.ts";
import { eventsOfView } from "../domain/view-events.ts";

/**
 * Returns the events that the views of all enabled endpoints, or of one, show. A view of a screen without events has
 * none.
 */
export async function viewsOf(db: Db, endpointId: number | null = null): Promise<readonly ViewOfEndpoint[]> {
  const rows = await listViewsOfWebhooks(db, { endpointId });
  return rows.flatMap(({ endpoint_id, ...view }) => {
    const events = eventsOfView(view);
    return events === undefined ? [] : [{ endpointId: endpoint_id, events }];
  });
}
