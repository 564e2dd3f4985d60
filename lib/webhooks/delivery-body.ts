import type { DueDelivery } from "../../db/queries/webhooks/claim-deliveries.ts";
import { eventId } from "../domain/event.ts";
import { PAYLOAD_BYTES_MAX, TEST_TYPE } from "../domain/webhook.ts";
import { eventResponse } from "../responses/event-response.ts";

type Described = Pick<DueDelivery, "type" | "payload" | "event" | "created_at">;

/** Returns the body of a delivery, the same for each attempt. Undefined if its event is gone and was never sent. */
export function bodyOf({ type, payload, event, created_at }: Described): string | undefined {
  if (payload !== null) return payload;
  if (type === TEST_TYPE) {
    return JSON.stringify({ type, timestamp: rfc3339(created_at), data: { message: "This is a test." } });
  }
  if (event === null) return undefined;
  const data = eventResponse().parse({ ...event, id: eventId(event.id) });
  const body = JSON.stringify({ type, timestamp: data.occurred_at, data });
  if (Buffer.byteLength(body) <= PAYLOAD_BYTES_MAX) return body;
  return JSON.stringify({ type, timestamp: data.occurred_at, data: { ...data, data: { is_cut: true } } });
}

/** Receivers identify a delivery by the id of its event, even if it is sent again. */
export function messageIdOf({ id, event_id }: Pick<DueDelivery, "id" | "event_id">): string {
  return event_id === null ? `test_${id}` : eventId(event_id);
}

function rfc3339(unixTime: number): string {
  return `${new Date(unixTime * 1_000).toISOString().slice(0, 19)}Z`;
}
