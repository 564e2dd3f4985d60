import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CONFIRMATION_TYPE } from "../../../lib/domain/mail.ts";
import {
  type DeliveryStatus,
  type DeliveryType,
  deliveryTypes,
  PENDING_DELIVERIES_MAX,
  TEST_TYPE,
} from "../../../lib/domain/webhook.ts";
import { countedPage, countedPageSchema } from "../../counted-page.ts";
import { projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";

const d = alias(webhookDeliveries, "d");
const w = alias(webhookEndpoints, "w");

export function deliveryOf(d: TableColumns<typeof webhookDeliveries>) {
  return projection({
    id: d.id,
    event_id: d.eventId,
    type: shown(d.type, (): z.ZodType<DeliveryType> => z.enum(deliveryTypes)),
    status: d.status,
    cancelled_reason: d.cancelledReason,
    attempts: d.attempts,
    next_attempt_at: d.nextAttemptAt,
    payload: d.payload,
    last_attempt_at: d.lastAttemptAt,
    last_status: d.lastStatus,
    last_error: d.lastError,
    last_duration_ms: d.lastDurationMs,
    response_excerpt: d.responseExcerpt,
    created_at: d.createdAt,
    finished_at: d.finishedAt,
  });
}

const delivery = deliveryOf(d);
export type DeliveryRow = RowOf<typeof delivery>;

type DeliveryPage = {
  readonly endpointId: number;
  readonly status: DeliveryStatus | null;
  readonly limit: number;
  readonly offset: number;
  readonly afterId: number | null;
};

/** The endpoint is the caller's. */
export const listDeliveries = statement({
  name: "list_deliveries",
  effect: "reads",
  returns: "only",
  row: () => countedPageSchema(delivery.row()),
  rows: "trusted",
  sql: ({ endpointId, status, limit, offset, afterId }: Placeholders<DeliveryPage>) => {
    const wanted = sql`${webhookDeliveries} d WHERE ${d.endpointId} = ${endpointId}::int
      AND (${status}::text IS NULL OR ${d.status} = ${status}::text)`;
    return countedPage({
      total: sql`SELECT count(*)::int FROM ${wanted}`,
      page: sql`
        SELECT ${delivery.columns} FROM ${wanted} AND (${afterId}::bigint IS NULL OR ${d.id} < ${afterId}::bigint)
        ORDER BY ${d.id} DESC LIMIT ${limit}::int
        OFFSET CASE WHEN ${afterId}::bigint IS NULL THEN ${offset}::int ELSE 0 END`,
    });
  },
});

type OwnEndpoint = { readonly id: number; readonly userId: number };

/** Returns the delivery of a test, or undefined if the user has no such endpoint. */
export const insertTest = statement({
  name: "insert_test",
  effect: "writes",
  returns: "first",
  row: delivery.row,
  sql: ({ id, userId }: Placeholders<OwnEndpoint>) => sql`
    INSERT INTO ${webhookDeliveries} AS d (endpoint_id, type)
    SELECT ${w.id}, ${TEST_TYPE} FROM ${webhookEndpoints} w WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int
    RETURNING ${delivery.columns}`,
});

/**
 * Starts the attempts again, with the same id and body. A pending delivery becomes due at once. Links that confirm an
 * address are excluded: only a test sends them, because it counts them.
 */
export const redeliver = statement({
  name: "redeliver",
  effect: "writes",
  returns: "first",
  row: delivery.row,
  sql: ({ id, userId, deliveryId }: Placeholders<OwnEndpoint & { deliveryId: number }>) => sql`
    UPDATE ${webhookDeliveries} d SET status = 'pending', cancelled_reason = NULL, finished_at = NULL,
      attempts = CASE WHEN ${d.status} = 'pending' THEN ${d.attempts} ELSE 0 END, next_attempt_at = clock_timestamp()
    FROM ${webhookEndpoints} w
    WHERE ${d.id} = ${deliveryId}::bigint AND ${d.endpointId} = ${id}::int AND ${w.id} = ${d.endpointId}
      AND ${w.userId} = ${userId}::int AND ${d.type} <> ${sql`${CONFIRMATION_TYPE}`.inlineParams()}
    RETURNING ${delivery.columns}`,
});

/**
 * Cancels deliveries of events that were made while another session disabled their endpoint, which did not see them.
 * The statement waits for that session. Tests and replays of a disabled endpoint are what its user wants.
 */
export const cancelOfDisabled = statement({
  name: "cancel_of_disabled",
  effect: "writes",
  returns: "count",
  sql: ({ endpointIds }: Placeholders<{ endpointIds: string }>) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${w.id}, ${w.disabledReason} FROM ${webhookEndpoints} w WHERE ${w.id} = ANY (${endpointIds}::integer[])
      ORDER BY ${w.id} FOR SHARE
    )
    UPDATE ${webhookDeliveries} d
    SET status = 'cancelled', cancelled_reason = 'disabled', finished_at = clock_timestamp()
    FROM held WHERE held.disabled_reason IS NOT NULL AND ${d.endpointId} = held.id AND ${d.status} = 'pending'
      AND ${d.eventId} IS NOT NULL AND ${d.replayId} = 0
    RETURNING 1`,
});

/** Cancels the oldest pending deliveries of endpoints that have more than the maximum. Returns a row for each. */
export const cancelOverflow = statement({
  name: "cancel_overflow",
  effect: "writes",
  row: () => z.object({ endpoint_id: z.int() }),
  sql: ({ endpointIds }: Placeholders<{ endpointIds: string }>) => sql`
    WITH beyond AS MATERIALIZED (
      SELECT old.id FROM unnest(${endpointIds}::integer[]) AS of_list(endpoint_id) CROSS JOIN LATERAL (
        SELECT ${d.id} FROM ${webhookDeliveries} d
        WHERE ${d.endpointId} = of_list.endpoint_id AND ${d.status} = 'pending'
        ORDER BY ${d.id} DESC OFFSET ${sql`${PENDING_DELIVERIES_MAX}`.inlineParams()}
      ) old
    )
    UPDATE ${webhookDeliveries} d
    SET status = 'cancelled', cancelled_reason = 'too_many', finished_at = clock_timestamp()
    WHERE ${d.id} IN (SELECT id FROM beyond) AND ${d.status} = 'pending' RETURNING ${d.endpointId}`,
});
