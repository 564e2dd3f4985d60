import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CONFIRMATION_TYPE } from "../../../lib/domain/mail.ts";
import {
  ALERT_HOURS_MAX,
  type DeliveryError,
  type DeliveryStatus,
  type DeliveryType,
  deliveryTypes,
  type disabledReasons,
} from "../../../lib/domain/webhook.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { emailConfirmations, users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { eventShownTo, factorFor } from "../apps/event-rows.ts";

const w = alias(webhookEndpoints, "w");
const d = alias(webhookDeliveries, "d");
const e = alias(events, "e");
const app = alias(apps, "app");
const u = alias(users, "u");
const c = alias(emailConfirmations, "c");

/** An endpoint belongs to one tick for so many seconds. When a tick dies, a later one takes its endpoints. */
export const LEASE_SECONDS = 60;
const DELIVERIES_MAX = 500;
/** A tick takes no more of one endpoint, so that no other one waits for it. */
const DELIVERIES_OF_ENDPOINT_MAX = 100;

const event = eventShownTo(w.userId, { event: e, app, factor: factorFor(w.userId, e) });

const due = projection({
  endpoint_id: w.id,
  user_id: w.userId,
  url: w.url,
  format: w.format,
  timing: w.timing,
  origin: w.origin,
  /** The address of the account, for an endpoint that sends mail. */
  email: u.email,
  /** The secret of the link that confirms the address, in base64, for a delivery of this link. */
  confirmation: shown(
    sql`CASE WHEN ${d.type} = ${sql`${CONFIRMATION_TYPE}`.inlineParams()} THEN (
      SELECT encode(${c.secret}, 'base64') FROM ${emailConfirmations} c
      WHERE ${c.userId} = ${w.userId} AND ${c.email} = ${u.email} AND ${c.expiresAt} > clock_timestamp()) END`,
    () => z.string().nullable(),
  ),
  secrets: shown(
    sql`json_build_array(encode(${w.secret}, 'base64'),
      CASE WHEN ${w.previousSecretUntil} > clock_timestamp() THEN encode(${w.previousSecret}, 'base64') END)`,
    () => z.tuple([z.string(), z.string().nullable()]),
  ),
  failed_attempts: w.failedAttempts,
  failing_since: unixTimeOrNull(w.failingSince),
  is_disabled: shown(sql`${w.disabledReason} IS NOT NULL`, () => z.boolean()),
  id: d.id,
  event_id: d.eventId,
  type: shown(d.type, (): z.ZodType<DeliveryType> => z.enum(deliveryTypes)),
  attempts: d.attempts,
  payload: d.payload,
  created_at: d.createdAt,
  /** True for a message that was to be sent at once, and has waited for more than a day. */
  is_stale: shown(
    sql`(${w.timing} = 'at_once' AND ${w.format} <> 'standard' AND ${d.eventId} IS NOT NULL AND ${d.attempts} = 0
      AND ${d.nextAttemptAt} <= clock_timestamp() - ${sql`make_interval(hours => ${ALERT_HOURS_MAX})`.inlineParams()})`,
    () => z.boolean(),
  ),
  /** The transaction of the report, which has all events of a reading. */
  written_in: shown(sql`${e.writtenIn}::text`, () => z.string().nullable()),
  event: shown(sql`CASE WHEN ${e.id} IS NOT NULL THEN ${event.json} END`, () => event.row().nullable()),
});
export type DueDelivery = RowOf<typeof due>;

const bounds = {
  lease: sql`make_interval(secs => ${LEASE_SECONDS})`.inlineParams(),
  all: sql`${DELIVERIES_MAX}`.inlineParams(),
  /** A message that is not sent at once has all that is due, and is begun by its first delivery. */
  ofEndpoint: sql`CASE w.timing WHEN 'at_once' THEN ${DELIVERIES_OF_ENDPOINT_MAX} ELSE 1 END`.inlineParams(),
};

/** Until its address is confirmed, an endpoint of mail sends nothing but the link by which it is. */
const isSendable = sql`(${w.format} <> 'email' OR ${d.type} = ${sql`${CONFIRMATION_TYPE}`.inlineParams()} OR EXISTS (
  SELECT 1 FROM ${users} u WHERE ${u.id} = ${w.userId} AND ${u.emailConfirmedAt} IS NOT NULL))`;

/**
 * Leases the endpoints that have due deliveries and are not leased, those first that have waited longest, and returns
 * their due deliveries in turn.
 */
export const claimDeliveries = statement({
  name: "claim_deliveries",
  effect: "writes",
  row: due.row,
  sql: ({ token }: Placeholders<{ token: string }>) => sql`
    WITH free AS MATERIALIZED (
      SELECT ${w.id} FROM ${webhookEndpoints} w
      WHERE coalesce(${w.leaseUntil}, '-infinity') <= clock_timestamp() AND EXISTS (
        SELECT 1 FROM ${webhookDeliveries} d
        WHERE ${d.endpointId} = ${w.id} AND ${d.status} = 'pending' AND ${d.nextAttemptAt} <= clock_timestamp()
          AND ${isSendable})
      ORDER BY ${w.leaseUntil} NULLS FIRST, ${w.id} LIMIT ${bounds.all} FOR NO KEY UPDATE SKIP LOCKED
    ),
    leased AS (
      UPDATE ${webhookEndpoints} w SET lease_token = ${token}::uuid, lease_until = clock_timestamp() + ${bounds.lease}
      FROM free WHERE ${w.id} = free.id RETURNING w.*
    ),
    chosen AS (
      SELECT one.*, row_number() OVER (PARTITION BY w.id ORDER BY one.next_attempt_at, one.id) AS place
      FROM leased w CROSS JOIN LATERAL (
        SELECT d.* FROM ${webhookDeliveries} d
        WHERE ${d.endpointId} = w.id AND ${d.status} = 'pending' AND ${d.nextAttemptAt} <= clock_timestamp()
          AND ${isSendable}
        ORDER BY ${d.nextAttemptAt}, ${d.id} LIMIT ${bounds.ofEndpoint}
      ) one
      ORDER BY place, one.next_attempt_at, one.id LIMIT ${bounds.all}
    )
    SELECT ${due.columns} FROM chosen d JOIN leased w ON w.id = ${d.endpointId}
    JOIN ${users} u ON ${u.id} = ${w.userId}
    LEFT JOIN ${events} e ON ${e.id} = ${d.eventId} LEFT JOIN ${apps} app ON ${app.id} = ${e.appId}
    ORDER BY d.place, ${d.nextAttemptAt}, ${d.id}`,
});

type Recorded = {
  readonly token: string;
  readonly endpointId: number;
  /** The first delivery of the message. Its endpoint counts the message once. */
  readonly id: number;
  /** A PostgreSQL array of all deliveries of the message. */
  readonly ids: string;
  /** Attempts before this one. A delivery that has others has been attempted meanwhile. */
  readonly attemptsBefore: number;
  readonly status: Exclude<DeliveryStatus, "cancelled">;
  readonly secondsUntilNext: number;
  readonly payload: string;
  /** The body of a digest is kept with its first delivery alone. */
  readonly isDigest: boolean;
  readonly responseStatus: number | null;
  readonly error: DeliveryError | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  readonly disabledReason: (typeof disabledReasons)[number] | null;
};

/** Returns false if another attempt has the lease or the delivery. A disabled endpoint loses what is pending. */
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
        failed_attempts = CASE WHEN ${isDelivered} THEN 0 ELSE ${w.failedAttempts} + 1 END,
        failing_since = CASE WHEN ${isDelivered} THEN NULL ELSE coalesce(${w.failingSince}, clock_timestamp()) END,
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

type MailedDelivery = { readonly id: number; readonly email: string };

/** Returns whether a mail is still to be sent: nobody has ended it, and the address is still the account's. */
export const isMailWanted = statement({
  name: "is_mail_wanted",
  effect: "reads",
  returns: "any",
  sql: ({ id, email }: Placeholders<MailedDelivery>) => sql`
    SELECT 1 FROM ${webhookDeliveries} d JOIN ${webhookEndpoints} w ON ${w.id} = ${d.endpointId}
    JOIN ${users} u ON ${u.id} = ${w.userId}
    WHERE ${d.id} = ${id}::bigint AND ${d.status} = 'pending' AND ${u.email} = ${email}::text AND ${isSendable}`,
});

/** The next tick takes the endpoints up at once. */
export const releaseEndpoints = statement({
  name: "release_endpoints",
  effect: "writes",
  returns: "count",
  sql: ({ token, endpointIds }: Placeholders<{ token: string; endpointIds: string }>) => sql`
    UPDATE ${webhookEndpoints} w SET lease_token = NULL, lease_until = clock_timestamp()
    WHERE ${w.id} = ANY (${endpointIds}::integer[]) AND ${w.leaseToken} = ${token}::uuid RETURNING 1`,
});
