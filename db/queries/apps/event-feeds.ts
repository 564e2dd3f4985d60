import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { eventTypes } from "../../../lib/domain/event.ts";
import { type EventOrder, FEED_EVENTS_MAX, kindsOf } from "../../../lib/domain/event-feed.ts";
import { unixTimeOrNull } from "../../projection.ts";
import { users } from "../../schema/accounts.ts";
import { apps } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { type Columns, columnsOf, idArray, statement } from "../../statement.ts";
import { isCountryIfAny } from "../reference/countries.ts";
import { eventShownTo, factorOfApp, isVisibleTo } from "./event-rows.ts";
import { competitorIds, trackedAppIds, trackedPublisherIds } from "./feed-scope.ts";
import { additionsOf, type EventFilter, eventsOf, type Selection } from "./newest-events.ts";

type FeedFilter = EventFilter & {
  readonly appIds: readonly number[] | null;
  /** Apps with one of these tags, competitors of such tracked apps, and new apps of their publishers. */
  readonly tagIds: readonly number[] | null;
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

const shownEvent = (userId: number) => eventShownTo(userId, { event: e, app, factor: factorOf(e, sql`listed.factor`) });
const wanted = columnsOf("wanted", ["app_id", "factor"]);
const ownPublisher = columnsOf("own_publisher", ["publisher_id"]);
const seenUntil = unixTimeOrNull(sql`(SELECT events_seen_until FROM seen)`);

const feedSchema = () =>
  z.object({
    has_scope_apps: z.boolean(),
    country_exists: z.boolean(),
    events_seen_until: seenUntil.schema(),
    found: z.int(),
    events: z.array(shownEvent(0).row()),
  });

/**
 * Reads for each app and publisher only as many events that match as this page and the earlier ones have rows, or as
 * are sorted by weight.
 */
export const listEvents = statement({
  name: "list_events",
  effect: "reads",
  returns: "only",
  row: feedSchema,
  rows: "trusted",
  build: (filter: FeedFilter & FeedPage) => {
    const { userId, countryCode, afterId, order } = filter;
    const { matching, found, listed } = order === "weight" ? heaviest(filter) : newest(filter);
    return sql`
      WITH seen AS MATERIALIZED (SELECT ${u.eventsSeenUntil} FROM ${users} u WHERE ${u.id} = ${userId}),
      scope AS MATERIALIZED (
        SELECT app_id, ${factorOfApp(userId, sql`app_id`)} AS factor
        FROM (${scopeOf({ ...filter, tagIds: null })}) followed
      ),
      own_publisher AS MATERIALIZED (${trackedPublisherIds(userId)}),
      wanted AS MATERIALIZED (
        SELECT app_id, factor FROM scope
        WHERE ${isChosenApp(filter, sql`app_id`)}
          AND ${filter.tagIds === null ? sql`true` : sql`app_id IN (${scopeOf(filter)})`}
      ),
      start AS MATERIALIZED (
        SELECT ${e.id}, ${e.occurredAt}, ${e.weight} * ${factorOf(e, wanted.factor)} AS weight
        FROM ${events} e LEFT JOIN wanted ON wanted.app_id = ${e.appId}
        WHERE ${e.id} = ${afterId}::bigint AND ${isVisibleTo(userId, e, filter.scope)} AND (wanted.app_id IS NOT NULL
          OR ${listsAdditions(filter)} AND ${isOwnAddition(e)} AND ${isChosenApp(filter, e.appId)}
            AND ${isChosenPublisher(filter, e.publisherId)})
      )${matching}
      SELECT EXISTS (SELECT 1 FROM scope) AS has_scope_apps,
        ${isCountryIfAny(sql`${countryCode}`)} AS country_exists,
        ${seenUntil.expression} AS events_seen_until,
        (SELECT count(*)::int FROM (${found}) counted) AS found,
        (SELECT coalesce(json_agg(${shownEvent(userId).json} ORDER BY listed.place), '[]')
          FROM (${listed} ORDER BY place ${pageOf(filter)}) listed
          JOIN ${events} e ON ${e.id} = listed.id JOIN ${apps} app ON ${app.id} = ${e.appId}
        ) AS events`;
  },
});

function scopeOf({ userId, scope, tagIds }: FeedFilter): SQL {
  if (scope === "mine") return trackedAppIds(userId, tagIds);
  if (scope === "rivals") return competitorIds(userId, tagIds);
  return sql`${trackedAppIds(userId, tagIds)} UNION ${competitorIds(userId, tagIds)}`;
}

/** The new app of a publisher whose apps the user tracks counts whole, also if it is a competitor alone. */
function factorOf(event: Columns<"publisherId">, factorOfItsApp: SQLWrapper): SQL {
  return sql`CASE WHEN ${isOwnAddition(event)} THEN 1 ELSE ${factorOfItsApp} END`;
}

function isOwnAddition({ publisherId }: Columns<"publisherId">): SQL {
  return sql`(${publisherId} IS NOT NULL AND ${publisherId} IN (SELECT publisher_id FROM own_publisher))`;
}

/** Competitors have no publishers here, since only those of tracked apps are watched. */
function listsAdditions({ scope, types, fields }: FeedFilter): boolean {
  if (scope === "rivals") return false;
  return (types === null && fields === null) || kindsOf(types ?? eventTypes, fields).includes("publisher.app_added");
}

function isChosenApp({ appIds }: FeedFilter, appId: SQLWrapper): SQL {
  return appIds === null ? sql`true` : sql`${appId} = ANY (${idArray(appIds)}::integer[])`;
}

function isChosenPublisher({ userId, tagIds }: FeedFilter, publisherId: SQLWrapper): SQL {
  return tagIds === null ? sql`true` : sql`${publisherId} IN (${trackedPublisherIds(userId, tagIds)})`;
}

type Parts = { readonly matching: SQL; readonly found: SQL; readonly listed: SQL };

const newestFirst = sql`one.occurred_at DESC, one.id DESC`;
const COUNTED_MAX = FEED_EVENTS_MAX + 1;
const counted = { max: sql`${COUNTED_MAX}::int` };

/** Returns the newest events of each app and of each publisher. An event of both is one of the app. */
function newestOfEach(filter: FeedFilter, { max, isAfter = sql`true` }: Selection): SQL {
  const ofApp = { ...wanted, factor: factorOf(one, wanted.factor) };
  const ofApps = sql`
    SELECT one.id, one.occurred_at, ${wanted.factor}
    FROM wanted CROSS JOIN LATERAL (${eventsOf(ofApp, filter, { max, isAfter })}) one`;
  if (!listsAdditions(filter)) return ofApps;
  const isOther = sql`${isAfter} AND ${isChosenApp(filter, one.appId)}
    AND ${one.appId} NOT IN (SELECT app_id FROM wanted)`;
  return sql`${ofApps} UNION ALL
    SELECT one.id, one.occurred_at, 1::real FROM own_publisher
    CROSS JOIN LATERAL (${additionsOf(ownPublisher, filter, { max, isAfter: isOther })}) one
    WHERE ${isChosenPublisher(filter, ownPublisher.publisher_id)}`;
}

function newest(filter: FeedFilter & FeedPage): Parts {
  const { limit, offset, afterId } = filter;
  const isAfter = sql`(${one.occurredAt}, ${one.id}) < (
    coalesce((SELECT occurred_at FROM start), 'infinity'), coalesce((SELECT id FROM start), 0))`;
  const max =
    afterId === null
      ? sql`${limit + offset}::int`
      : sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM start) THEN ${limit}::int ELSE ${limit + offset}::int END)`;
  const rows = newestOfEach(filter, afterId === null ? { max } : { max, isAfter });
  return {
    matching: sql``,
    // The inner limit keeps the planner from joining the whole table.
    found: sql`SELECT 1 FROM (${newestOfEach(filter, counted)}) one LIMIT ${COUNTED_MAX}`,
    // Only rows of this page and the earlier ones are numbered.
    listed: sql`
      SELECT one.id, one.factor, row_number() OVER (ORDER BY ${newestFirst}) AS place
      FROM (SELECT * FROM (${rows}) one ORDER BY ${newestFirst} LIMIT ${max}) one`,
  };
}

function heaviest(filter: FeedFilter & FeedPage): Parts {
  const weight = sql`${e.weight} * ${factorOf(e, sql`one.factor`)}`;
  return {
    matching: sql`,
      matching AS MATERIALIZED (
        SELECT one.id, one.occurred_at, one.factor FROM (${newestOfEach(filter, counted)}) one
        ORDER BY ${newestFirst} LIMIT ${COUNTED_MAX}
      )`,
    found: sql`SELECT 1 FROM matching`,
    listed: sql`
      SELECT one.id, one.factor, row_number() OVER (ORDER BY ${weight} DESC, ${newestFirst}) AS place
      FROM (SELECT * FROM matching one ORDER BY ${newestFirst} LIMIT ${FEED_EVENTS_MAX}) one
      JOIN ${events} e ON ${e.id} = one.id
      WHERE NOT EXISTS (
        SELECT 1 FROM start WHERE (start.weight, start.occurred_at, start.id) <= (${weight}, one.occurred_at, one.id))`,
  };
}

function pageOf({ limit, offset }: FeedPage): SQL {
  return sql`LIMIT ${limit} OFFSET CASE WHEN EXISTS (SELECT 1 FROM start) THEN 0 ELSE ${offset}::int END`;
}
