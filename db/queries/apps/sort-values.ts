import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { AppSort } from "../../../lib/domain/app-trends.ts";
import { events } from "../../schema/events.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { biggestMoves, newestRanks } from "../charts/app-ranks.ts";
import { ratingsGainedSince } from "../metrics/gained-ratings.ts";
import { isVisibleTo } from "./event-rows.ts";

const event = alias(events, "event");
const metrics = alias(appMetrics, "metrics");

function newestEvent(userId: number | SQLWrapper): SQL {
  return sql`
    SELECT ${event.occurredAt} FROM ${events} event WHERE ${event.appId} = app.app_id AND ${isVisibleTo(userId, event)}
    ORDER BY ${event.occurredAt} DESC, ${event.id} DESC LIMIT 1`;
}

type SortedApps = {
  readonly userId: number | SQLWrapper;
  readonly apps: SQL;
  readonly today: SQLWrapper;
  readonly gainedSince: SQL;
};

/** Returns a query for app ids and the numbers by which they are sorted. It may leave out apps without a number. */
export function sortValuesOf(sort: AppSort, { userId, apps, today, gainedSince }: SortedApps): SQL {
  const ofMetrics = (value: SQLWrapper) => sql`
    SELECT app.app_id, (SELECT ${value} FROM ${appMetrics} metrics WHERE ${metrics.appId} = app.app_id
      AND ${metrics.countryCode} = app.metrics_country_code)::float8 AS value FROM ${apps} app`;
  switch (sort) {
    case "rating":
      return ofMetrics(metrics.rating);
    case "price":
      return ofMetrics(metrics.price);
    case "gained_ratings":
      return ofMetrics(ratingsGainedSince(gainedSince, metrics, sql`app.read_at`));
    case "rank":
      return sql`SELECT app_id, rank::float8 AS value FROM (${newestRanks({ apps, today, number: "many" })}) ranked`;
    case "biggest_move":
      return sql`
        SELECT app_id, abs(rank_change)::float8 AS value FROM (${biggestMoves({ apps, today, number: "many" })}) moved`;
    case "last_event":
      return sql`SELECT app.app_id, extract(epoch FROM (${newestEvent(userId)}))::float8 AS value FROM ${apps} app`;
  }
}
