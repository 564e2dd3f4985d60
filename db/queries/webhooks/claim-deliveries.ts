import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CONFIRMATION_TYPE } from "../../../lib/domain/mail.ts";
import { ALERT_HOURS_MAX, type DeliveryType, deliveryTypes } from "../../../lib/domain/webhook.ts";
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

/** Only one tick has an endpoint for this many seconds. If the tick crashes, a later one takes its endpoints. */
export const LEASE_SECONDS = 60;
const DELIVERIES_MAX = 500;
/** A tick takes at most this many deliveries of an endpoint, so that other endpoints do not wait for it. */
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
  /** A message that is not sent at once contains all due deliveries, so its first delivery is enough to start it. */
  ofEndpoint: sql`CASE w.timing WHEN 'at_once' THEN ${DELIVERIES_OF_ENDPOINT_MAX} ELSE 1 END`.inlineParams(),
};

/** Until its address is confirmed, an endpoint of mail sends only the link that confirms it. */
const isSendable = sql`(${w.format} <> 'email' OR ${d.type} = ${sql`${CONFIRMATION_TYPE}`.inlineParams()} OR EXISTS (
  SELECT 1 FROM ${users} u WHERE ${u.id} = ${w.userId} AND ${u.emailConfirmedAt} IS NOT NULL))`;

/**
 * Leases the endpoints that have due deliveries and are not leased, beginning with those that have waited longest, and
 * returns their due deliveries in turn.
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

type MailedDelivery = { readonly id: number; readonly email: string };

/** Returns whether a mail is still to be sent: its user has not unsubscribed or changed the address. */
export const isMailWanted = statement({
  name: "is_mail_wanted",
  effect: "reads",
  returns: "any",
  sql: ({ id, email }: Placeholders<MailedDelivery>) => sql`
    SELECT 1 FROM ${webhookDeliveries} d JOIN ${webhookEndpoints} w ON ${w.id} = ${d.endpointId}
    JOIN ${users} u ON ${u.id} = ${w.userId}
    WHERE ${d.id} = ${id}::bigint AND ${d.status} = 'pending' AND ${u.email} = ${email}::text AND ${isSendable}`,
});
