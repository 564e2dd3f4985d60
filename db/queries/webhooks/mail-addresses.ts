import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { CONFIRMATION_HOURS, CONFIRMATION_TYPE, CONFIRMATIONS_PER_DAY } from "../../../lib/domain/mail.ts";
import { emailConfirmations, users } from "../../schema/accounts.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { deliveryOf } from "./deliveries.ts";

const u = alias(users, "u");
const w = alias(webhookEndpoints, "w");
const d = alias(webhookDeliveries, "d");
const c = alias(emailConfirmations, "c");
const delivery = deliveryOf(d);

const validity = sql`make_interval(hours => ${CONFIRMATION_HOURS})`.inlineParams();
const isNewDay = sql`${c.firstRequestedAt} <= clock_timestamp() - interval '1 day'`;

type Request = {
  readonly userId: number;
  /** If null, the newest enabled endpoint of mail of the user is taken. */
  readonly endpointId: number | null;
  /** It is used unless a link of the same address is still valid. */
  readonly secret: Uint8Array;
};

/**
 * Makes a delivery of the link that confirms the address of an account. It makes none if the address is confirmed, the
 * user has no such endpoint, or the user has requested too many.
 */
export const requestConfirmation = statement({
  name: "request_confirmation",
  effect: "writes",
  returns: "only",
  row: () => z.object({ delivery: delivery.row().nullable(), seconds_left: z.number() }),
  sql: ({ userId, endpointId, secret }: Placeholders<Request>) => sql`
    WITH endpoint AS MATERIALIZED (
      SELECT ${w.id}, ${u.email} FROM ${webhookEndpoints} w JOIN ${users} u ON ${u.id} = ${w.userId}
      WHERE ${w.userId} = ${userId}::int AND ${w.format} = 'email' AND ${u.emailConfirmedAt} IS NULL
        AND CASE WHEN ${endpointId}::int IS NULL THEN ${w.disabledReason} IS NULL ELSE ${w.id} = ${endpointId}::int END
      ORDER BY ${w.id} DESC LIMIT 1
    ),
    requested AS (
      INSERT INTO ${emailConfirmations} AS c (user_id, email, secret, expires_at)
      SELECT ${userId}::int, endpoint.email, ${secret}::bytea, clock_timestamp() + ${validity} FROM endpoint
      ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, expires_at = excluded.expires_at,
        secret = CASE WHEN ${c.email} = excluded.email AND ${c.expiresAt} > clock_timestamp() THEN ${c.secret}
          ELSE excluded.secret END,
        requests = CASE WHEN ${isNewDay} THEN 1 ELSE ${c.requests} + 1 END,
        first_requested_at = CASE WHEN ${isNewDay} THEN clock_timestamp() ELSE ${c.firstRequestedAt} END
      WHERE ${isNewDay} OR ${c.requests} < ${sql`${CONFIRMATIONS_PER_DAY}`.inlineParams()}
      RETURNING 1
    ),
    d AS (
      INSERT INTO ${webhookDeliveries} (endpoint_id, type)
      SELECT endpoint.id, ${sql`${CONFIRMATION_TYPE}`.inlineParams()} FROM endpoint
      WHERE EXISTS (SELECT 1 FROM requested)
      RETURNING *
    )
    SELECT (SELECT ${delivery.json} FROM d) AS delivery, coalesce((
      SELECT greatest(0, extract(epoch FROM ${c.firstRequestedAt} + interval '1 day' - clock_timestamp()))::float8
      FROM ${emailConfirmations} c WHERE ${c.userId} = ${userId}::int), 0) AS seconds_left`,
});

type Confirmed = { readonly userId: number; readonly secret: Uint8Array };

/** Returns false if the link is not valid any longer, or confirms an address that the account had before. */
export const confirmAddress = statement({
  name: "confirm_address",
  effect: "writes",
  returns: "any",
  sql: ({ userId, secret }: Placeholders<Confirmed>) => sql`
    UPDATE ${users} u SET email_confirmed_at = coalesce(${u.emailConfirmedAt}, clock_timestamp())
    FROM ${emailConfirmations} c
    WHERE ${u.id} = ${userId}::int AND ${c.userId} = ${u.id} AND ${c.email} = ${u.email}
      AND ${c.secret} = ${secret}::bytea AND ${c.expiresAt} > clock_timestamp() RETURNING 1`,
});

type Unsubscribed = { readonly id: number; readonly secret: Uint8Array };

/** Returns the name of the endpoint whose mails have the link, or undefined. */
export const findMailEndpoint = statement({
  name: "find_mail_endpoint",
  effect: "reads",
  returns: "first",
  row: () => z.object({ name: z.string(), is_disabled: z.boolean() }),
  sql: ({ id, secret }: Placeholders<Unsubscribed>) => sql`
    SELECT ${w.name}, ${w.disabledReason} IS NOT NULL AS is_disabled FROM ${webhookEndpoints} w
    WHERE ${w.id} = ${id}::int AND ${w.secret} = ${secret}::bytea AND ${w.format} = 'email'`,
});

/** Disables the endpoint whose mails have the link, and cancels pending deliveries. It may be disabled already. */
export const unsubscribe = statement({
  name: "unsubscribe",
  effect: "writes",
  returns: "first",
  row: () => z.object({ name: z.string() }),
  sql: ({ id, secret }: Placeholders<Unsubscribed>) => sql`
    WITH changed AS (
      UPDATE ${webhookEndpoints} w SET disabled_reason = coalesce(${w.disabledReason}, 'unsubscribed'),
        updated_at = clock_timestamp()
      WHERE ${w.id} = ${id}::int AND ${w.secret} = ${secret}::bytea AND ${w.format} = 'email'
      RETURNING ${w.id}, ${w.name}
    ),
    cancelled AS (
      UPDATE ${webhookDeliveries} d
      SET status = 'cancelled', cancelled_reason = 'disabled', finished_at = clock_timestamp()
      FROM changed WHERE ${d.endpointId} = changed.id AND ${d.status} = 'pending'
    )
    SELECT changed.name FROM changed`,
});
