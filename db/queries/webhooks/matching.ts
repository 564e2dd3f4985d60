import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { placesOf, RIVAL_FACTOR } from "../../../lib/domain/event-feed.ts";
import type { ViewEvents } from "../../../lib/domain/view-events.ts";
import type { TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import type { events } from "../../schema/events.ts";
import { appTags } from "../../schema/notebook.ts";
import { appCompetitors, trackedApps } from "../../schema/tracking.ts";
import { webhookEndpoints } from "../../schema/webhooks.ts";
import { columnsOf } from "../../statement.ts";
import { passesFilter } from "./filtered-events.ts";

export type ViewOfEndpoint = { readonly endpointId: number; readonly events: ViewEvents };

const w = alias(webhookEndpoints, "w");
const t = alias(trackedApps, "t");
const own = alias(apps, "own");
const link = alias(appCompetitors, "link");
const parent = alias(trackedApps, "parent");
const label = alias(appTags, "label");

const fresh = columnsOf("f", ["app_id", "type", "field", "data"]);
const factor = sql`(CASE WHEN x.is_mine THEN 1 ELSE ${sql`${RIVAL_FACTOR}`.inlineParams()} END)::real`;
const isReceiving = (user: SQL) => sql`${user} IN (SELECT user_id FROM receiving)`;

/**
 * Returns CTEs. `matched` has the events of the CTE `fresh` for the endpoints of the CTE `receiving`, each pair once.
 * `views` is a JSON list, as `viewsAsJson` returns it.
 */
export function matching(views: SQL): SQL {
  return sql`
    followers AS MATERIALIZED (
      SELECT event_id, user_id, bool_or(is_mine) AS is_mine, bool_or(NOT is_mine) AS is_rival FROM (
        SELECT f.id AS event_id, ${t.userId}, true AS is_mine
        FROM fresh f JOIN ${trackedApps} t ON ${t.appId} = f.app_id
        WHERE ${isReceiving(sql`${t.userId}`)} AND (f.user_id IS NULL OR f.user_id = ${t.userId})
        UNION ALL
        SELECT f.id, ${t.userId}, true FROM fresh f JOIN ${apps} own ON ${own.publisherId} = f.publisher_id
        JOIN ${trackedApps} t ON ${t.appId} = ${own.id} WHERE ${isReceiving(sql`${t.userId}`)}
        UNION ALL
        SELECT f.id, ${link.userId}, false
        FROM fresh f JOIN ${appCompetitors} link ON ${link.competitorAppId} = f.app_id
        JOIN ${trackedApps} parent ON ${parent.userId} = ${link.userId} AND ${parent.appId} = ${link.appId}
        WHERE ${isReceiving(sql`${link.userId}`)} AND f.user_id IS NULL
      ) one GROUP BY event_id, user_id
    ),
    seen AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${views}) AS of_list(
        endpoint_id integer, scope text, app_ids integer[], tag_ids integer[], types text[], fields text[],
        places jsonb, min_weight real)
    ),
    matched AS (
      SELECT ${w.id} AS endpoint_id, f.id AS event_id, f.type, f.written_in
      FROM followers x JOIN fresh f ON f.id = x.event_id JOIN receiving w ON ${w.userId} = x.user_id
      LEFT JOIN seen ON seen.endpoint_id = ${w.id}
      WHERE (${w.types} = '{}' OR f.type = ANY (${w.types})) AND f.weight * ${factor} >= ${w.minWeight}
        AND CASE ${w.kind} WHEN 'mine' THEN x.is_mine WHEN 'rivals' THEN x.is_rival
          WHEN 'app' THEN f.app_id = ${w.appId} ELSE coalesce(${isSeen}, false) END
        AND ${passesFilter(w.filter, { appId: fresh.app_id, type: fresh.type, field: fresh.field, data: fresh.data })}
    )`;
}

const isSeen = sql`(
  CASE seen.scope WHEN 'mine' THEN x.is_mine WHEN 'rivals' THEN x.is_rival WHEN 'all' THEN true END
  AND (seen.app_ids IS NULL OR f.app_id = ANY (seen.app_ids))
  AND (seen.types IS NULL OR f.type = ANY (seen.types)) AND (seen.fields IS NULL OR f.field = ANY (seen.fields))
  AND (seen.min_weight IS NULL OR f.weight * ${factor} >= seen.min_weight)
  AND (seen.places IS NULL OR EXISTS (
    SELECT 1 FROM jsonb_array_elements(seen.places) AS named(place) WHERE f.data @> named.place))
  AND (seen.tag_ids IS NULL OR EXISTS (
    SELECT 1 FROM ${appTags} label WHERE ${label.userId} = ${w.userId} AND ${label.tagId} = ANY (seen.tag_ids)
      AND (${label.appId} = f.app_id
        OR ${label.appId} IN (
          SELECT ${link.appId} FROM ${appCompetitors} link
          JOIN ${trackedApps} parent ON ${parent.userId} = ${link.userId} AND ${parent.appId} = ${link.appId}
          WHERE ${link.userId} = ${w.userId} AND ${link.competitorAppId} = f.app_id)
        OR ${label.appId} IN (
          SELECT ${own.id} FROM ${apps} own JOIN ${trackedApps} t ON ${t.appId} = ${own.id}
          WHERE ${t.userId} = ${w.userId} AND ${own.publisherId} = f.publisher_id))))
)`;

export function viewsAsJson(views: readonly ViewOfEndpoint[]): string {
  return JSON.stringify(
    views.map(({ endpointId, events: { scope, appIds, tagIds, types, fields, minWeight, ...places } }) => ({
      ...{ endpoint_id: endpointId, scope, app_ids: appIds, tag_ids: tagIds, types, fields, min_weight: minWeight },
      places: placesOf(places),
    })),
  );
}

/** Returns the columns of the CTE `fresh`. */
export function freshColumns(f: TableColumns<typeof events>): SQL {
  const columns = [
    f.id,
    f.writtenIn,
    f.appId,
    f.publisherId,
    f.userId,
    f.type,
    f.field,
    f.weight,
    f.data,
    f.occurredAt,
    f.reportedAt,
  ];
  return sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
}
