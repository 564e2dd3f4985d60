import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { DAY_ENDED_HOUR } from "../../../lib/domain/alert-timing.ts";
import { ALERT_HOURS_MAX, REPLAYED_EVENTS_MAX } from "../../../lib/domain/webhook.ts";
import { users } from "../../schema/accounts.ts";
import { eventEpochs, events } from "../../schema/events.ts";
import { savedViews } from "../../schema/notebook.ts";
import { webhookCursor, webhookDeliveries, webhookEndpoints } from "../../schema/webhooks.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { freshColumns, matching, type ViewOfEndpoint, viewsAsJson } from "./matching.ts";

const f = alias(events, "f");
const w = alias(webhookEndpoints, "w");
const v = alias(savedViews, "v");
const u = alias(users, "u");
const d = alias(webhookDeliveries, "d");
const place = alias(webhookCursor, "place");
const epoch = alias(eventEpochs, "epoch");

/** One statement reads at most this many events, of all users together. */
export const SCANNED_MAX = 1_000;

export const listViewsOfWebhooks = statement({
  name: "list_views_of_webhooks",
  effect: "reads",
  row: () => z.object({ endpoint_id: z.int(), path: z.string(), query: z.record(z.string(), z.string()) }),
  sql: ({ endpointId }: Placeholders<{ endpointId: number | null }>) => sql`
    SELECT ${w.id} AS endpoint_id, ${v.scope} ->> 'path' AS path, ${v.scope} -> 'query' AS query
    FROM ${webhookEndpoints} w JOIN ${savedViews} v ON ${v.id} = ${w.viewId}
    WHERE CASE WHEN ${endpointId}::int IS NULL THEN ${w.disabledReason} IS NULL ELSE ${w.id} = ${endpointId}::int END`,
});

/** No mail is sent to an address that is not confirmed. */
const isToBeTold = sql`(${w.format} <> 'email' OR EXISTS (
  SELECT 1 FROM ${users} u WHERE ${u.id} = ${w.userId} AND ${u.emailConfirmedAt} IS NOT NULL))`;

/**
 * Returns when a message is due: now (`at_once`), at the next `DAY_ENDED_HOUR` (`after_day`), or at the next digest
 * hour of the webhook (`daily`). Both hours are in UTC.
 */
const dueAt = sql`CASE ${w.timing} WHEN 'at_once' THEN clock_timestamp() ELSE (
  SELECT CASE WHEN today > clock_timestamp() THEN today ELSE today + interval '1 day' END
  FROM (SELECT date_trunc('day', clock_timestamp(), 'UTC')
    + make_interval(hours => coalesce(${w.digestHour}, ${sql`${DAY_ENDED_HOUR}`.inlineParams()})) AS today
  ) hour_of_day) END`;

/** No message is sent at once about an older event. Feeds and digests contain it. */
const oldestAlert = sql`clock_timestamp() - make_interval(hours => ${ALERT_HOURS_MAX})`.inlineParams();

const fanOutSchema = () => z.object({ scanned: z.int(), queued: z.int(), endpoint_ids: z.array(z.int()) });

const fanOut = statement({
  name: "fan_out_events",
  effect: "writes",
  returns: "only",
  row: fanOutSchema,
  sql: ({ views }: Placeholders<{ views: string }>) => sql`
    WITH place AS MATERIALIZED (
      SELECT ${place.epoch}, ${place.writtenIn}, ${place.eventId} FROM ${webhookCursor} place FOR UPDATE SKIP LOCKED
    ),
    settled AS MATERIALIZED (
      SELECT pg_snapshot_xmin(pg_current_snapshot()) AS until,
        (SELECT max(${epoch.epoch}) FROM ${eventEpochs} epoch) AS epoch
    ),
    start AS MATERIALIZED (
      SELECT settled.epoch, place.epoch <> settled.epoch AS is_new_epoch,
        CASE WHEN place.epoch = settled.epoch THEN place.written_in ELSE settled.until END AS written_in,
        CASE WHEN place.epoch = settled.epoch THEN place.event_id ELSE 0 END AS id
      FROM place CROSS JOIN settled
    ),
    fresh AS MATERIALIZED (
      SELECT ${freshColumns(f)} FROM ${events} f
      WHERE (${f.writtenIn}, ${f.id}) > ((SELECT written_in FROM start), (SELECT id FROM start))
        AND ${f.writtenIn} < (SELECT until FROM settled)
      ORDER BY ${f.writtenIn}, ${f.id} LIMIT ${sql`${SCANNED_MAX}`.inlineParams()}
    ),
    receiving AS MATERIALIZED (
      SELECT w.* FROM ${webhookEndpoints} w WHERE ${w.disabledReason} IS NULL AND ${isToBeTold}
    ),
    ${matching(sql`${views}::jsonb`)},
    queued AS (
      INSERT INTO ${webhookDeliveries} (endpoint_id, event_id, type, next_attempt_at)
      SELECT matched.endpoint_id, matched.event_id, matched.type, ${dueAt} FROM matched
      JOIN receiving w ON ${w.id} = matched.endpoint_id JOIN fresh f ON f.id = matched.event_id
      WHERE f.reported_at >= ${w.createdAt} 
        AND (${w.format} = 'standard' OR ${w.timing} <> 'at_once' OR f.occurred_at > ${oldestAlert})
      ORDER BY matched.written_in, matched.event_id, matched.endpoint_id
      ON CONFLICT (endpoint_id, event_id, replay_id) DO NOTHING RETURNING endpoint_id
    ),
    moved AS (
      UPDATE ${webhookCursor} SET epoch = start.epoch, written_in = coalesce(last.written_in, start.written_in),
        event_id = coalesce(last.id, start.id)
      FROM start LEFT JOIN (
        SELECT f.written_in, f.id FROM fresh f ORDER BY f.written_in DESC, f.id DESC LIMIT 1
      ) last ON true
      WHERE last.id IS NOT NULL OR start.is_new_epoch
    )
    SELECT (SELECT count(*)::int FROM fresh) AS scanned, (SELECT count(*)::int FROM queued) AS queued,
      (SELECT coalesce(json_agg(DISTINCT endpoint_id), '[]') FROM queued) AS endpoint_ids`,
});

/**
 * Makes deliveries of the next events in the order of transactions, and moves the cursor in the same statement. It does
 * nothing while another session holds the cursor.
 */
export function fanOutEvents(db: Db, views: readonly ViewOfEndpoint[]) {
  return fanOut(db, { views: viewsAsJson(views) });
}

type Replay = { readonly id: number; readonly userId: number; readonly from: string; readonly to: string };

const replay = statement({
  name: "replay_events",
  effect: "writes",
  returns: "first",
  row: () => z.object({ queued: z.int().nullable() }),
  sql: ({ id, userId, from, to, views }: Placeholders<Replay & { views: string }>) => sql`
    WITH snapshot AS MATERIALIZED (
      SELECT ${w.replays} FROM ${webhookEndpoints} w WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int
    ),
    found AS MATERIALIZED (
      SELECT ${w.id}, ${w.replays} FROM ${webhookEndpoints} w
      WHERE ${w.id} = ${id}::int AND ${w.userId} = ${userId}::int FOR NO KEY UPDATE
    ),
    receiving AS (
      UPDATE ${webhookEndpoints} w SET replays = ${w.replays} + 1 FROM found
      -- The locked row may be newer than the snapshot, which lacks the deliveries of that replay.
      WHERE ${w.id} = found.id AND found.replays = (SELECT snapshot.replays FROM snapshot) AND NOT EXISTS (
        SELECT 1 FROM ${webhookDeliveries} d
        WHERE ${d.endpointId} = found.id AND ${d.status} = 'pending' AND ${d.replayId} > 0)
      RETURNING w.*
    ),
    fresh AS MATERIALIZED (
      SELECT ${freshColumns(f)} FROM ${events} f
      WHERE ${f.reportedAt} >= ${from}::timestamptz AND ${f.reportedAt} < ${to}::timestamptz
    ),
    ${matching(sql`${views}::jsonb`)},
    queued AS (
      INSERT INTO ${webhookDeliveries} (endpoint_id, event_id, type, replay_id, next_attempt_at)
      SELECT matched.endpoint_id, matched.event_id, matched.type, ${w.replays}, now()
      FROM matched JOIN receiving w ON ${w.id} = matched.endpoint_id
      ORDER BY matched.written_in, matched.event_id LIMIT ${sql`${REPLAYED_EVENTS_MAX}`.inlineParams()}
      RETURNING 1
    )
    SELECT CASE WHEN receiving.id IS NOT NULL THEN (SELECT count(*)::int FROM queued) END AS queued
    FROM found LEFT JOIN receiving ON true`,
});

/** Returns how many events are sent again. `queued` is null while an earlier replay has pending deliveries. */
export function replayEvents(db: Db, { views, ...input }: Replay & { readonly views: readonly ViewOfEndpoint[] }) {
  return replay(db, { ...input, views: viewsAsJson(views) });
}
