import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { EventData } from "../../../lib/domain/event.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { publisherReads } from "../../../lib/domain/publisher.ts";
import { projection, shown, type TableColumns } from "../../projection.ts";
import { recordset } from "../../recordset.ts";
import { apps, publishers } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { publisherSlots, watchedPublishers } from "../../schema/publishers.ts";
import { type Placeholders, statement, toInstant, unixTime } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { type DiscoveredApp, discoveryWrites, foundApp, inOrder } from "../charts/discovery.ts";

type OfPlatform = { readonly platform: Platform };

const a = alias(apps, "a");
const p = alias(publishers, "p");
const s = alias(publisherSlots, "s");
const w = alias(watchedPublishers, "w");

/** An index serves now(), but not clock_timestamp(). */
const isDue = sql`${w.dueAt} <= now()`;

const today = sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;

function hasRoom(slots: TableColumns<typeof publisherSlots>): SQL {
  const perDayMax = sql`${publisherReads.perDayMax}`.inlineParams();
  return sql`(${slots.readDay} <> ${today} OR ${slots.reads} < ${perDayMax})
    AND coalesce(${slots.blockedUntil} <= clock_timestamp(), true) AND ${isNotPaused(slots.platform)}`;
}

export const countDuePublishers = statement({
  name: "count_due_publishers",
  effect: "reads",
  returns: "only",
  row: () => z.object({ due: z.int() }),
  sql: ({ platform, countMax }: Placeholders<OfPlatform & { countMax: number }>) => sql`
    SELECT count(*)::int AS due FROM ${publisherSlots} s CROSS JOIN LATERAL (
      SELECT 1 FROM ${watchedPublishers} w WHERE ${w.platform} = ${platform} AND ${isDue}
      ORDER BY ${w.dueAt} LIMIT ${countMax}::int
    ) due WHERE ${s.platform} = ${platform} AND ${hasRoom(s)}`,
});

const taken = projection({
  id: p.id,
  external_id: p.externalId,
  name: p.name,
  country_code: w.countryCode,
  /** A read that is returned takes this place in the line again, and no longer counts for this day. */
  due_at: shown(unixTime(sql`chosen.due_at`), () => z.number()),
  read_day: shown(sql`chosen.read_day::text`, () => z.string()),
});

/**
 * Takes the publisher that has been due longest, if the day has room for another read. It is due again a day later,
 * whatever becomes of this read.
 */
export const takeDuePublisher = statement({
  name: "take_due_publisher",
  effect: "writes",
  returns: "first",
  row: taken.row,
  sql: ({ platform, readToken }: Placeholders<OfPlatform & { readToken: string }>) => sql`
    WITH room AS MATERIALIZED (
      UPDATE ${publisherSlots} s SET read_day = ${today},
        reads = CASE WHEN ${s.readDay} = ${today} THEN ${s.reads} + 1 ELSE 1 END
      WHERE ${s.platform} = ${platform} AND ${hasRoom(s)}
        AND EXISTS (SELECT 1 FROM ${watchedPublishers} w WHERE ${w.platform} = ${platform} AND ${isDue})
      RETURNING ${s.readDay}
    ),
    chosen AS MATERIALIZED (
      SELECT one.*, room.read_day FROM room CROSS JOIN LATERAL (
        SELECT ${w.publisherId}, ${w.dueAt} FROM ${watchedPublishers} w
        WHERE ${w.platform} = ${platform} AND ${isDue}
        ORDER BY ${w.dueAt} LIMIT 1 FOR UPDATE SKIP LOCKED
      ) one
    )
    UPDATE ${watchedPublishers} w SET read_token = ${readToken}::uuid,
      due_at = clock_timestamp() + make_interval(days => ${publisherReads.retryDays}::int)
    FROM chosen JOIN ${publishers} p ON ${p.id} = chosen.publisher_id
    WHERE ${w.publisherId} = chosen.publisher_id RETURNING ${taken.columns}`,
});

type Returned = { readonly id: number; readonly readToken: string; readonly dueAt: number; readonly readDay: string };

/** Gives the place in the line and the read of the day back, since nothing was requested. */
export const returnPublisher = statement({
  name: "return_publisher",
  effect: "writes",
  sql: ({ id, readToken, dueAt, readDay }: Placeholders<Returned>) => sql`
    WITH returned AS (
      UPDATE ${watchedPublishers} w SET read_token = NULL, due_at = to_timestamp(${dueAt}::float8)
      WHERE ${isHeld(id, readToken)} RETURNING ${w.platform}
    )
    UPDATE ${publisherSlots} s SET reads = greatest(0, ${s.reads} - 1)
    FROM returned WHERE ${s.platform} = returned.platform AND ${s.readDay} = ${readDay}::date`,
});

function isHeld(id: SQLWrapper | number, readToken: SQLWrapper | string): SQL {
  return sql`${w.publisherId} = ${id} AND ${w.readToken} = ${readToken}::uuid`;
}

type FirstPage = OfPlatform & {
  readonly id: number;
  readonly readToken: string;
  readonly countryCode: string;
  readonly at: Date;
  /** The apps are in the order of the store. */
  readonly apps: readonly DiscoveredApp[];
  readonly event: { readonly weight: number; readonly data: EventData };
};

/**
 * Saves the apps of a first page, and an event of each that the publisher has added since the last read: one that no
 * page has shown, and that was not known as the publisher's by then. It saves nothing if another read has begun.
 */
export const saveFirstPage = statement({
  name: "save_first_page",
  effect: "writes",
  returns: "only",
  row: () => z.object({ is_saved: z.boolean(), added: z.int() }),
  build: ({ platform, id, readToken, countryCode, at, apps: listed, event }: FirstPage) => sql`
    WITH held AS MATERIALIZED (
      SELECT ${w.publisherId}, ${w.readAt}, ${w.shownAppIds} FROM ${watchedPublishers} w
      WHERE ${isHeld(id, readToken)} FOR UPDATE
    ),
    found AS MATERIALIZED (
      SELECT DISTINCT ON (external_id) * FROM ${recordset(foundApp, inOrder(listed))} f
      WHERE EXISTS (SELECT 1 FROM held) ORDER BY external_id, position
    ),
    ${discoveryWrites({ platform, source: "on_publisher_apps", countryCode, at, known: "refreshed" })},
    shown AS MATERIALIZED (
      SELECT app.id, found.position FROM found JOIN app USING (external_id)
    ),
    added AS MATERIALIZED (
      SELECT shown.id, shown.position FROM held CROSS JOIN shown
      WHERE held.read_at IS NOT NULL AND shown.id <> ALL (held.shown_app_ids) AND NOT EXISTS (
        SELECT 1 FROM ${apps} a WHERE ${a.id} = shown.id AND ${a.publisherId} = held.publisher_id
          AND ${a.discoveredAt} < held.read_at)
    ),
    event_rows AS (
      INSERT INTO ${events} (app_id, publisher_id, type, began_at, occurred_at, weight, data)
      SELECT added.id, ${id}, 'publisher.app_added', ${toInstant(at)}, ${toInstant(at)}, ${event.weight}::real,
        ${JSON.stringify(event.data)}::jsonb
      FROM added ORDER BY added.position
    ),
    read AS (
      UPDATE ${watchedPublishers} w SET read_token = NULL, read_at = ${toInstant(at)},
        due_at = clock_timestamp() + make_interval(days => ${publisherReads.daysBetween}::int),
        shown_app_ids = (ARRAY(SELECT shown.id FROM shown ORDER BY shown.position) || ARRAY(
          SELECT before.id FROM unnest(held.shown_app_ids) WITH ORDINALITY AS before (id, place)
          WHERE before.id NOT IN (SELECT shown.id FROM shown) ORDER BY before.place
        ))[1:${publisherReads.shownAppsMax}::int]
      FROM held WHERE ${w.publisherId} = held.publisher_id
    )
    SELECT EXISTS (SELECT 1 FROM held) AS is_saved, (SELECT count(*)::int FROM added) AS added`,
});
