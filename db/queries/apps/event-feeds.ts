import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { EventField, EventType } from "../../../lib/domain/event.ts";
import { type EventOrder, type EventScope, FEED_EVENTS_MAX, REPORT_DAYS_MAX } from "../../../lib/domain/event-feed.ts";
import { unixTimeOrNull } from "../../projection.ts";
import { users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { idArray, statement } from "../../statement.ts";
import { isWithinDays } from "../listings/newest-changes.ts";
import { isCountryIfAny } from "../reference/countries.ts";
import { eventShownTo, factorFor } from "./event-rows.ts";
import { competitorIds, trackedAppIds } from "./feed-scope.ts";

export type EventFilter = {
  readonly userId: number;
  readonly scope: EventScope;
  readonly appIds: readonly number[] | null;
  readonly types: readonly EventType[] | null;
  readonly fields: readonly EventField[] | null;
  /** Events that name the storefront or the language. If both are given, events that name one of them. */
  readonly countryCode: string | null;
  readonly locale: string | null;
  /** The first and the last day, YYYY-MM-DD, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly minWeight: number | null;
  readonly isAfterLastVisit: boolean;
};

type FeedPage = {
  readonly order: EventOrder;
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this event while it exists. Otherwise `offset` decides. */
  readonly afterId: number | null;
};

const app = alias(apps, "app");
const e = alias(events, "e");
const one = alias(events, "one");
const u = alias(users, "u");

const shownEvent = (userId: number) => eventShownTo(userId, { event: e, app, factor: sql`listed.factor` });
const seenUntil = unixTimeOrNull(sql`(SELECT events_seen_until FROM seen)`);

const feedSchema = () =>
  z.object({
    has_scope_apps: z.boolean(),
    country_exists: z.boolean(),
    events_seen_until: seenUntil.schema(),
    found: z.int(),
    events: z.array(shownEvent(0).row()),
  });

/** Reads for each app only as many index entries as this page and the earlier ones have rows, unless filters match few. */
export const listEvents = statement({
  name: "list_events",
  effect: "reads",
  returns: "only",
  row: feedSchema,
  rows: "trusted",
  build: (filter: EventFilter & FeedPage) => {
    const { userId, appIds, countryCode, afterId, order } = filter;
    return sql`
      WITH seen AS MATERIALIZED (SELECT ${u.eventsSeenUntil} FROM ${users} u WHERE ${u.id} = ${userId}),
      scope AS MATERIALIZED (
        SELECT app_id, ${factorFor(userId, sql`app_id`)} AS factor FROM (${scopeOf(filter)}) followed
      ),
      wanted AS MATERIALIZED (
        SELECT app_id, factor FROM scope
        WHERE ${appIds === null ? sql`true` : sql`app_id = ANY (${idArray(appIds)}::integer[])`}
      ),
      start AS MATERIALIZED (
        SELECT ${e.id}, ${e.occurredAt}, ${e.weight} * wanted.factor AS weight
        FROM ${events} e JOIN wanted ON wanted.app_id = ${e.appId} WHERE ${e.id} = ${afterId}::bigint
      )
      SELECT EXISTS (SELECT 1 FROM scope) AS has_scope_apps,
        ${isCountryIfAny(sql`${countryCode}`)} AS country_exists,
        ${seenUntil.expression} AS events_seen_until,
        (SELECT count(*)::int FROM (
          SELECT 1 FROM wanted CROSS JOIN LATERAL (${eventsOf(filter)}) one LIMIT ${FEED_EVENTS_MAX + 1}
        ) counted) AS found,
        (SELECT coalesce(json_agg(${shownEvent(userId).json} ORDER BY listed.place), '[]')
          FROM (${order === "weight" ? heaviest(filter) : newest(filter)}) listed
          JOIN ${events} e ON ${e.id} = listed.id JOIN ${apps} app ON ${app.id} = ${e.appId}
        ) AS events`;
  },
});

function scopeOf({ userId, scope }: EventFilter): SQL {
  if (scope === "mine") return trackedAppIds(userId);
  if (scope === "rivals") return competitorIds(userId);
  return sql`${trackedAppIds(userId)} UNION ${competitorIds(userId)}`;
}

function newest(filter: EventFilter & FeedPage): SQL {
  const { limit, offset, afterId } = filter;
  const isAfter = sql`AND (${one.occurredAt}, ${one.id}) < (
    coalesce((SELECT occurred_at FROM start), 'infinity'), coalesce((SELECT id FROM start), 0))`;
  return sql`
    SELECT one.id, wanted.factor, row_number() OVER (ORDER BY one.occurred_at DESC, one.id DESC) AS place
    FROM wanted CROSS JOIN LATERAL (
      ${eventsOf(filter)} ${afterId === null ? sql`` : isAfter}
      ORDER BY ${one.occurredAt} DESC, ${one.id} DESC LIMIT ${limit + offset}::int
    ) one
    ORDER BY place ${pageOf(filter)}`;
}

function heaviest(filter: EventFilter & FeedPage): SQL {
  return sql`
    SELECT recent.id, recent.factor, row_number() OVER (
      ORDER BY ${e.weight} * recent.factor DESC, recent.occurred_at DESC, recent.id DESC) AS place
    FROM (
      SELECT one.id, one.occurred_at, wanted.factor FROM wanted CROSS JOIN LATERAL (
        ${eventsOf(filter)} ORDER BY ${one.occurredAt} DESC, ${one.id} DESC LIMIT ${FEED_EVENTS_MAX}
      ) one
      ORDER BY one.occurred_at DESC, one.id DESC LIMIT ${FEED_EVENTS_MAX}
    ) recent
    JOIN ${events} e ON ${e.id} = recent.id
    WHERE NOT EXISTS (SELECT 1 FROM start WHERE
      (start.weight, start.occurred_at, start.id) <= (${e.weight} * recent.factor, recent.occurred_at, recent.id))
    ORDER BY place ${pageOf(filter)}`;
}

function pageOf({ limit, offset }: FeedPage): SQL {
  return sql`LIMIT ${limit} OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END`;
}

function eventsOf(filter: EventFilter): SQL {
  const { types, fields, minWeight, isAfterLastVisit } = filter;
  const conditions = [
    isWithinDays(one.occurredAt, filter),
    types === null ? null : sql`${one.type} = ANY (${`{${types.join(",")}}`}::text[])`,
    fields === null ? null : sql`${one.field} = ANY (${`{${fields.join(",")}}`}::text[])`,
    minWeight === null ? null : sql`${one.weight} * wanted.factor >= ${minWeight}::real`,
    isAfterLastVisit ? isNew : null,
    isOfPlaces(filter),
  ];
  return sql`
    SELECT ${one.id}, ${one.occurredAt} FROM ${events} one WHERE ${one.appId} = wanted.app_id
      AND ${sql.join(
        conditions.filter((condition) => condition !== null),
        sql` AND `,
      )}`;
}

/** Clients know the times of reports in whole seconds. */
const isNew = sql`(SELECT events_seen_until IS NULL OR (
    ${one.reportedAt} >= date_trunc('second', events_seen_until) + interval '1 second'
    AND ${one.occurredAt} >= events_seen_until - make_interval(days => ${sql`${REPORT_DAYS_MAX}`.inlineParams()})
  ) FROM seen)`;

function isOfPlaces({ countryCode, locale }: EventFilter): SQL | null {
  const places: readonly object[] = [
    ...(countryCode === null
      ? []
      : [{ countries: [{ country_code: countryCode }] }, { charts: [{ country_code: countryCode }] }]),
    ...(locale === null ? [] : [{ languages: [{ locale }] }]),
  ];
  if (places.length === 0) return null;
  const named = places.map((place) => sql`${one.data} @> ${JSON.stringify(place)}::jsonb`);
  return sql`(${sql.join(named, sql` OR `)})`;
}
