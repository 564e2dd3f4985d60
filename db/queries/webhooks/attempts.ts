import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { DeliveryError, DeliveryStatus, disabledReasons } from "../../../lib/domain/webhook.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";

const w = alias(webhookEndpoints, "w");
const d = alias(webhookDeliveries, "d");

type Recorded = {
  readonly token: string;
  readonly endpointId: number;
  /** The first delivery of the message. Its endpoint counts the message once. */
  readonly id: number;
  /** A PostgreSQL array of all deliveries of the message. */
  readonly ids: string;
  /** Attempts before this one. A delivery with another number has been attempted meanwhile. */
  readonly attemptsBefore: number;
  readonly status: Exclude<DeliveryStatus, "cancelled">;
  readonly secondsUntilNext: number;
  readonly payload: string;
  /** Only the first delivery of a digest keeps its body. */
  readonly isDigest: boolean;
  readonly responseStatus: number | null;
  readonly error: DeliveryError | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  readonly disabledReason: (typeof disabledReasons)[number] | null;
  /** The service failed, not the receiver. */
  readonly isOfService: boolean;
};

/** Returns false if another tick has the lease or has attempted the delivery. Disabling cancels pending deliveries. */
export const recordAttempt = statement({
  name: "record_attempt",
  effect: "writes",
  returns: "any",
  sql: (one: Placeholders<Recorded>) => {
    const isDelivered = sql`${one.status}::text = 'delivered'`;
    const isFinished = sql`${one.status}::text <> 'pending'`;
    return sql`
    WITH held AS MATERIALIZED (
      SELECT ${w.id} FROM ${webhookEndpoints} w
      WHERE ${w.id} = ${one.endpointId}::int AND ${w.leaseToken} = ${one.token}::uuid FOR NO KEY UPDATE
    ),
    recorded AS (
      UPDATE ${webhookDeliveries} d SET attempts = ${d.attempts} + 1, status = ${one.status}::text,
        next_attempt_at = now() + make_interval(secs => ${one.secondsUntilNext}::float8),
        payload = CASE WHEN ${one.isDigest}::boolean AND ${d.id} <> ${one.id}::bigint THEN ${d.payload}
          ELSE ${one.payload}::text END,
        last_attempt_at = clock_timestamp(),
        last_status = ${one.responseStatus}::smallint, last_error = ${one.error}::text,
        last_duration_ms = ${one.durationMs}::int, response_excerpt = ${one.excerpt}::text,
        finished_at = CASE WHEN ${isFinished} THEN clock_timestamp() END
      FROM held WHERE ${d.id} = ANY (${one.ids}::bigint[]) AND ${d.endpointId} = held.id AND ${d.status} = 'pending'
        AND ${d.attempts} = ${one.attemptsBefore}::smallint
      RETURNING ${d.id}
    ),
    judged AS (
      UPDATE ${webhookEndpoints} w SET
        failed_attempts = CASE WHEN ${isDelivered} THEN 0 WHEN ${one.isOfService}::boolean THEN ${w.failedAttempts}
          ELSE ${w.failedAttempts} + 1 END,
        failing_since = CASE WHEN ${isDelivered} THEN NULL
          WHEN ${one.isOfService}::boolean OR ${w.failedAttempts} > 0
            THEN coalesce(${w.failingSince}, clock_timestamp())
          ELSE clock_timestamp() END,
        last_delivered_at = CASE WHEN ${isDelivered} THEN clock_timestamp() ELSE ${w.lastDeliveredAt} END,
        disabled_reason = coalesce(${w.disabledReason}, ${one.disabledReason}::text)
      FROM held WHERE ${w.id} = held.id AND EXISTS (SELECT 1 FROM recorded)
    ),
    cancelled AS (
      UPDATE ${webhookDeliveries} d
      SET status = 'cancelled', cancelled_reason = 'disabled', finished_at = clock_timestamp()
      FROM held WHERE ${one.disabledReason}::text IS NOT NULL AND ${d.endpointId} = held.id AND ${d.status} = 'pending'
        AND ${d.id} <> ALL (${one.ids}::bigint[]) AND EXISTS (SELECT 1 FROM recorded)
    )
    SELECT 1 FROM recorded`;
  },
});

type Cancelled = { readonly ids: string; readonly reason: "event_deleted" | "too_old" };

/** They were never sent. */
export const cancelDeliveries = statement({
  name: "cancel_deliveries",
  effect: "writes",
  returns: "count",
  sql: ({ ids, reason }: Placeholders<Cancelled>) => sql`
    UPDATE ${webhookDeliveries} d
    SET status = 'cancelled', cancelled_reason = ${reason}::text, finished_at = clock_timestamp()
    WHERE ${d.id} = ANY (${ids}::bigint[]) AND ${d.status} = 'pending' RETURNING 1`,
});

/** Ends the leases, so that the next tick can take the endpoints. */
export const releaseEndpoints = statement({
  name: "release_endpoints",
  effect: "writes",
  returns: "count",
  sql: ({ token, endpointIds }: Placeholders<{ token: string; endpointIds: string }>) => sql`
    UPDATE ${webhookEndpoints} w SET lease_token = NULL, lease_until = clock_timestamp()
    WHERE ${w.id} = ANY (${endpointIds}::integer[]) AND ${w.leaseToken} = ${token}::uuid RETURNING 1`,
});
