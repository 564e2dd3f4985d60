import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import type { AlertTiming } from "../../../lib/domain/alert-timing.ts";
import { eventFilterSchema } from "../../../lib/domain/event-filter.ts";
import type { FeedKind } from "../../../lib/domain/feed.ts";
import { WEBHOOKS_MAX } from "../../../lib/domain/webhook.ts";
import type { WebhookFormat } from "../../../lib/domain/webhook-format.ts";
import { projection, type RowOf, shown, unixTimeOrNull } from "../../projection.ts";
import { users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { savedViews } from "../../schema/notebook.ts";
import { webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { columnsOf, type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { type EventScope, isScopeFound, scopeFields, scopeOf } from "../apps/event-scope.ts";

const w = alias(webhookEndpoints, "w");
const d = alias(webhookDeliveries, "d");
const app = alias(apps, "app");
const v = alias(savedViews, "v");
const u = alias(users, "u");
const scope = columnsOf("scope", ["app_id", "view_id"]);

const endpoint = projection({
  id: w.id,
  name: w.name,
  description: w.description,
  url: shown(sql`CASE ${w.format} WHEN 'email' THEN 'mailto:' || ${u.email} ELSE ${w.url} END`, () => z.string()),
  /** Null unless the endpoint sends mail. */
  is_confirmed: shown(sql`CASE ${w.format} WHEN 'email' THEN ${u.emailConfirmedAt} IS NOT NULL END`, () =>
    z.boolean().nullable(),
  ),
  format: w.format,
  kind: w.kind,
  ...scopeFields(app, v),
  types: w.types,
  min_weight: w.minWeight,
  filter: shown(w.filter, eventFilterSchema),
  timing: w.timing,
  digest_hour: w.digestHour,
  disabled_reason: w.disabledReason,
  failing_since: w.failingSince,
  last_delivered_at: w.lastDeliveredAt,
  previous_secret_until: unixTimeOrNull(
    sql`CASE WHEN ${w.previousSecretUntil} > clock_timestamp() THEN ${w.previousSecretUntil} END`,
  ),
  created_at: w.createdAt,
  updated_at: w.updatedAt,
});
export type WebhookRow = RowOf<typeof endpoint>;

/** Returns the endpoints of a user, or the one with the id. */
export const listWebhooks = statement({
  name: "list_webhooks",
  effect: "reads",
  row: endpoint.row,
  rows: "trusted",
  sql: ({ userId, id }: Placeholders<{ userId: number; id: number | null }>) => sql`
    SELECT ${endpoint.columns} FROM ${webhookEndpoints} w JOIN ${users} u ON ${u.id} = ${w.userId}
    LEFT JOIN ${apps} app ON ${app.id} = ${w.appId}
    LEFT JOIN ${savedViews} v ON ${v.id} = ${w.viewId}
    WHERE ${w.userId} = ${userId} AND (${id}::int IS NULL OR ${w.id} = ${id}::int)
    ORDER BY ${w.id} DESC LIMIT ${WEBHOOKS_MAX}`,
});

type NewWebhook = EventScope & {
  readonly userId: number;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** A PostgreSQL array. */
  readonly types: string;
  readonly minWeight: number;
  /** JSON. */
  readonly filter: string;
  readonly timing: AlertTiming;
  /** Null unless the timing is daily. */
  readonly digestHour: number | null;
  readonly origin: string;
  readonly secret: Uint8Array;
};

const insert = statement({
  name: "insert_webhook",
  effect: "writes",
  row: () => z.object({ id: z.int().nullable(), is_full: z.boolean() }),
  sql: (input: Placeholders<NewWebhook>) => sql`
    WITH locked AS MATERIALIZED (SELECT lock_webhooks(${input.userId}::int) AS taken),
    ${scopeOf(input)},
    added AS (
      INSERT INTO ${webhookEndpoints}
        (user_id, name, description, url, format, kind, app_id, view_id, types, min_weight, filter, timing,
          digest_hour, origin, secret)
      SELECT ${input.userId}::int, ${input.name}::text, ${input.description}::text, ${input.url}::text,
        ${input.format}::text, ${input.kind}::text, scope.app_id, scope.view_id, ${input.types}::text[],
        ${input.minWeight}::real, ${input.filter}::jsonb, ${input.timing}::text, ${input.digestHour}::smallint,
        ${input.origin}::text, ${input.secret}::bytea
      FROM locked CROSS JOIN scope WHERE taken < ${WEBHOOKS_MAX} AND ${isScopeFound(input.kind, scope)}
      RETURNING id
    )
    SELECT added.id, coalesce(taken >= ${WEBHOOKS_MAX}, true) AS is_full FROM locked LEFT JOIN added ON true`,
});

/** Requests of one user wait for each other, so that together they do not exceed the limit of endpoints. */
export async function insertWebhook(db: Db, input: NewWebhook): Promise<number | "full" | "not_found"> {
  const { id, is_full } = onlyRow(await insert(db, input));
  return id ?? (is_full ? "full" : "not_found");
}

type WebhookPatch = Omit<EventScope, "kind"> & {
  readonly userId: number;
  readonly id: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly url: string | null;
  /** If null, the scope stays unchanged. */
  readonly kind: FeedKind | null;
  readonly types: string | null;
  readonly minWeight: number | null;
  readonly filter: string | null;
  /** If null, the timing and the hour stay unchanged. */
  readonly timing: AlertTiming | null;
  readonly digestHour: number | null;
  readonly origin: string;
  readonly status: "enabled" | "disabled" | null;
};

const update = statement({
  name: "update_webhook",
  effect: "writes",
  returns: "only",
  row: () => z.object({ is_found: z.boolean(), is_changed: z.boolean() }),
  sql: (input: Placeholders<WebhookPatch>) => {
    const { kind, status, timing } = input;
    const isKept = sql`${kind}::text IS NULL`;
    const isDisabled = sql`${status}::text = 'disabled'`;
    const isEnabled = sql`${status}::text IS NOT DISTINCT FROM 'enabled'`;
    return sql`
    WITH found AS MATERIALIZED (
      SELECT ${w.id} FROM ${webhookEndpoints} w
      WHERE ${w.id} = ${input.id}::int AND ${w.userId} = ${input.userId}::int FOR NO KEY UPDATE
    ),
    ${scopeOf(input)},
    changed AS (
      UPDATE ${webhookEndpoints} w SET name = coalesce(${input.name}::text, ${w.name}),
        description = coalesce(${input.description}::text, ${w.description}),
        url = coalesce(${input.url}::text, ${w.url}),
        kind = coalesce(${kind}::text, ${w.kind}),
        app_id = CASE WHEN ${isKept} THEN ${w.appId} ELSE scope.app_id END,
        view_id = CASE WHEN ${isKept} THEN ${w.viewId} ELSE scope.view_id END,
        types = coalesce(${input.types}::text[], ${w.types}),
        min_weight = coalesce(${input.minWeight}::real, ${w.minWeight}),
        filter = coalesce(${input.filter}::jsonb, ${w.filter}),
        timing = coalesce(${timing}::text, ${w.timing}),
        digest_hour = CASE WHEN ${timing}::text IS NULL THEN ${w.digestHour} ELSE ${input.digestHour}::smallint END,
        origin = ${input.origin}::text,
        disabled_reason = CASE WHEN ${isDisabled} THEN 'user' WHEN ${isEnabled} THEN NULL ELSE ${w.disabledReason} END,
        failing_since = CASE WHEN ${isEnabled} THEN NULL ELSE ${w.failingSince} END,
        failed_attempts = CASE WHEN ${isEnabled} THEN 0 ELSE ${w.failedAttempts} END,
        updated_at = clock_timestamp()
      FROM found, scope WHERE ${w.id} = found.id AND (${isKept} OR ${isScopeFound(kind, scope)})
      RETURNING ${w.id}
    ),
    cancelled AS (
      UPDATE ${webhookDeliveries} d
      SET status = 'cancelled', cancelled_reason = 'disabled', finished_at = clock_timestamp()
      FROM changed WHERE ${isDisabled} AND ${d.endpointId} = changed.id AND ${d.status} = 'pending'
    )
    SELECT EXISTS (SELECT 1 FROM found) AS is_found, EXISTS (SELECT 1 FROM changed) AS is_changed`;
  },
});

export async function updateWebhook(db: Db, patch: WebhookPatch): Promise<"changed" | "not_found" | "no_scope"> {
  const { is_found, is_changed } = await update(db, patch);
  if (!is_found) return "not_found";
  return is_changed ? "changed" : "no_scope";
}

export const deleteWebhook = statement({
  name: "delete_webhook",
  effect: "writes",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    DELETE FROM ${webhookEndpoints} w WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int RETURNING 1`,
});

export const ownsWebhook = statement({
  name: "owns_webhook",
  effect: "reads",
  returns: "any",
  sql: ({ id, userId }: Placeholders<{ id: number; userId: number }>) => sql`
    SELECT 1 FROM ${webhookEndpoints} w WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int`,
});
