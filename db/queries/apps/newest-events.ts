import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { type EventField, type EventType, eventTypes } from "../../../lib/domain/event.ts";
import { type EventScope, kindsOf, placesOf, REPORT_DAYS_MAX } from "../../../lib/domain/event-feed.ts";
import { events } from "../../schema/events.ts";
import type { Columns } from "../../statement.ts";
import { isWithinDays } from "../listings/newest-changes.ts";
import { isVisibleTo } from "./event-rows.ts";

export type EventFilter = {
  readonly userId: number;
  readonly scope: EventScope;
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

/** An app, and how much its events count for the user. */
type WantedApp = Columns<"app_id" | "factor">;

const one = alias(events, "one");

/** Names the number of newest events to read, and the event that they follow. */
export type Selection = { readonly max: SQL; readonly isAfter?: SQL };

/** Reads at most `max` entries of an index, or as many for each kind of events. `seen` has the user's last visit. */
export function eventsOf(wanted: WantedApp, filter: EventFilter, { max, isAfter = sql`true` }: Selection): SQL {
  const { types, fields } = filter;
  const rows = (isOfKind: SQL) => sql`
    SELECT ${one.id}, ${one.occurredAt} FROM ${events} one
    WHERE ${one.appId} = ${wanted.app_id} AND ${isOfKind} AND ${isChosen(wanted, filter)} AND ${isAfter}
    ORDER BY ${one.occurredAt} DESC, ${one.id} DESC LIMIT ${max}`;
  if (types === null && fields === null) return rows(sql`true`);
  const kinds = `{${kindsOf(types ?? eventTypes, fields).join(",")}}`;
  return sql`
    SELECT one.id, one.occurred_at FROM unnest(${kinds}::text[]) AS k(kind)
    CROSS JOIN LATERAL (${rows(sql`coalesce(${one.field}, ${one.type}) = k.kind`)}) one`;
}

/** Reads at most `max` new apps of a publisher in the same way. For their users, they count whole. */
export function additionsOf(
  publisher: Columns<"publisher_id">,
  filter: EventFilter,
  { max, isAfter = sql`true` }: Selection,
): SQL {
  return sql`
    SELECT ${one.id}, ${one.occurredAt} FROM ${events} one
    WHERE ${one.publisherId} = ${publisher.publisher_id} AND ${isChosen({ factor: sql`1::real` }, filter)}
      AND ${isAfter}
    ORDER BY ${one.occurredAt} DESC, ${one.id} DESC LIMIT ${max}`;
}

function isChosen({ factor }: Columns<"factor">, filter: EventFilter): SQL {
  const { minWeight, isAfterLastVisit } = filter;
  const conditions = [
    isWithinDays(one.occurredAt, filter),
    isVisibleTo(filter.userId, one, filter.scope),
    minWeight === null ? null : sql`${one.weight} * ${factor} >= ${minWeight}::real`,
    isAfterLastVisit ? isNew : null,
    isOfPlaces(filter),
  ];
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` AND `,
  );
}

const reportDaysMax = sql`${REPORT_DAYS_MAX}`.inlineParams();

/** Clients know the times of reports in whole seconds. Without a last visit, the bounds are infinite. */
const isNew = sql`${one.reportedAt} >= (${bound(sql`date_trunc('second', events_seen_until) + interval '1 second'`)})
  AND ${one.occurredAt} >= (${bound(sql`events_seen_until - make_interval(days => ${reportDaysMax})`)})`;

function bound(instant: SQL): SQL {
  return sql`SELECT coalesce(${instant}, '-infinity') FROM seen`;
}

function isOfPlaces(filter: EventFilter): SQL | null {
  const places = placesOf(filter);
  if (places === null) return null;
  const named = places.map((place) => sql`${one.data} @> ${JSON.stringify(place)}::jsonb`);
  return sql`(${sql.join(named, sql` OR `)})`;
}
