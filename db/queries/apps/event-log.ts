import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { EventType } from "../../../lib/domain/event.ts";
import { type EventCursor, SCANNED_EVENTS_MAX, WRITING_SECONDS_MAX } from "../../../lib/domain/event-cursor.ts";
import type { EventScope } from "../../../lib/domain/event-feed.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { eventEpochs, events } from "../../schema/events.ts";
import { statement, toInstant, unixTime } from "../../statement.ts";
import { eventShownTo, factorFor, isShownTo } from "./event-rows.ts";

/** A page begins after a cursor, at a time, or now. */
export type EventStart = { readonly cursor: EventCursor } | { readonly from: Date } | "now";

type LogPage = {
  readonly userId: number;
  readonly start: EventStart;
  readonly scope: EventScope;
  readonly types: readonly EventType[] | null;
  readonly platform: Platform | null;
  readonly limit: number;
};

const app = alias(apps, "app");
const e = alias(events, "e");
const epoch = alias(eventEpochs, "epoch");

const shownEvent = (userId: number) => eventShownTo(userId, { event: e, app, factor: factorFor(userId, e) });

const place = () => z.object({ written_in: z.string(), id: z.string(), reported_at: z.number() });

const pageSchema = () =>
  z.object({
    epoch: z.int(),
    now: z.number(),
    settled_until: z.string(),
    scanned: z.int(),
    first_scanned: place().nullable(),
    last_scanned: place().nullable(),
    held_since: z.number().nullable(),
    events: z.array(place().extend({ event: shownEvent(0).row() })),
  });
export type EventLogPage = z.infer<ReturnType<typeof pageSchema>>;

/**
 * Returns the events after a place in the order of transactions, and one more than the limit if there is one. Only
 * events of transactions before the oldest one that is under way are read, since an earlier event cannot follow them.
 */
export const pollEvents = statement({
  name: "poll_events",
  effect: "reads",
  returns: "only",
  row: pageSchema,
  rows: "trusted",
  build: ({ userId, start, scope, types, platform, limit }: LogPage) => sql`
    WITH settled AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS until),
    start AS MATERIALIZED (${placeOf(start)}),
    scanned AS MATERIALIZED (
      SELECT ${e.id}, ${e.writtenIn}, ${e.appId}, ${e.publisherId}, ${e.userId}, ${e.type}, ${e.reportedAt}
      FROM ${events} e
      WHERE ${isAfterStart} AND ${e.writtenIn} < (SELECT until FROM settled)
      ORDER BY ${e.writtenIn}, ${e.id} LIMIT ${SCANNED_EVENTS_MAX}
    ),
    chosen AS MATERIALIZED (
      SELECT e.id FROM scanned e JOIN ${apps} app ON ${app.id} = ${e.appId}
      WHERE ${isShownTo(userId, e, scope)} AND ${isOfType(types)}
        AND ${platform === null ? sql`true` : sql`${app.platform} = ${platform}`}
      ORDER BY ${e.writtenIn}, ${e.id} LIMIT ${limit + 1}
    )
    SELECT (SELECT max(${epoch.epoch}) FROM ${eventEpochs} epoch) AS epoch, ${unixTime(sql`clock_timestamp()`)} AS now,
      (SELECT until::text FROM settled) AS settled_until,
      (SELECT count(*)::int FROM scanned) AS scanned,
      (SELECT ${placed} FROM scanned e ORDER BY ${e.writtenIn}, ${e.id} LIMIT 1) AS first_scanned,
      (SELECT ${placed} FROM scanned e ORDER BY ${e.writtenIn} DESC, ${e.id} DESC LIMIT 1) AS last_scanned,
      (SELECT ${unixTime(e.reportedAt)} FROM ${events} e WHERE ${e.writtenIn} >= (SELECT until FROM settled)
        ORDER BY ${e.writtenIn}, ${e.id} LIMIT 1) AS held_since,
      (SELECT coalesce(json_agg(${withEvent(shownEvent(userId).json)} ORDER BY ${e.writtenIn}, ${e.id}), '[]')
        FROM chosen JOIN ${events} e ON ${e.id} = chosen.id JOIN ${apps} app ON ${app.id} = ${e.appId}
      ) AS events`,
});

const isAfterStart = sql`(${e.writtenIn}, ${e.id}) > ((SELECT written_in FROM start), (SELECT id FROM start))`;

const placed = sql`json_build_object(
  'written_in', ${e.writtenIn}::text, 'id', ${e.id}::text, 'reported_at', ${unixTime(e.reportedAt)})`;

function withEvent(event: SQLWrapper): SQL {
  return sql`json_build_object('written_in', ${e.writtenIn}::text, 'id', ${e.id}::text,
    'reported_at', ${unixTime(e.reportedAt)}, 'event', ${event})`;
}

/** A time begins after the last event that was surely written before all events of that time. */
function placeOf(start: EventStart): SQL {
  if (start === "now") return sql`SELECT until AS written_in, 0::bigint AS id FROM settled`;
  if ("cursor" in start) {
    return sql`SELECT ${start.cursor.writtenIn}::text::xid8 AS written_in, ${start.cursor.id}::bigint AS id`;
  }
  const seconds = sql`${WRITING_SECONDS_MAX}`.inlineParams();
  return sql`
    SELECT coalesce(last.written_in, '0'::xid8) AS written_in, coalesce(last.id, 0) AS id
    FROM (SELECT 1) always LEFT JOIN LATERAL (
      SELECT ${e.writtenIn}, ${e.id} FROM ${events} e
      WHERE ${e.reportedAt} < ${toInstant(start.from)} - make_interval(secs => ${seconds})
      ORDER BY ${e.reportedAt} DESC, ${e.writtenIn} DESC, ${e.id} DESC LIMIT 1
    ) last ON true`;
}

function isOfType(types: readonly EventType[] | null): SQL {
  return types === null ? sql`true` : sql`${e.type} = ANY (${`{${types.join(",")}}`}::text[])`;
}
