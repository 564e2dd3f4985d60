import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import type { EventType } from "../../../lib/domain/event.ts";
import type { EventFilter } from "../../../lib/domain/event-filter.ts";

type Key = keyof EventFilter;
type FilteredEvent = Readonly<Record<"appId" | "type" | "field" | "data", SQLWrapper>>;

const text = (value: string) => sql`${value}`.inlineParams();

/** Returns whether an event meets a filter of `lib/domain/event-filter.ts`. */
export function passesFilter(filter: SQLWrapper, { appId, type, field, data }: FilteredEvent): SQL {
  const has = (key: Key) => sql`${filter} ? ${text(key)}`;
  const value = (key: Key) => sql`(${filter} -> ${text(key)})`;
  const number = (key: Key) => sql`(${filter} ->> ${text(key)})::float8`;
  const ofData = (key: string) => sql`(${data} ->> ${text(key)})::float8`;
  const isType = (one: EventType) => sql`${type} = ${text(one)}`;
  const isOfRanks = sql`${type} IN ('chart.rank_changed', 'keyword.rank_changed')`;

  const priceGoes = sql`CASE ${filter} ->> 'price_direction'
    WHEN 'down' THEN ${amount("after")} < ${amount("before")} WHEN 'up' THEN ${amount("after")} > ${amount("before")}
    ELSE true END`;
  const rankMoves = sql`CASE
    WHEN NOT ${has("min_rank_change")} AND NOT ${has("rank_milestones")} THEN true
    WHEN ${has("min_rank_change")} AND abs(${rank("rank")} - ${rank("previous_rank")}) >= ${number("min_rank_change")}
      THEN true
    ELSE EXISTS (
      SELECT 1 FROM jsonb_array_elements_text(${value("rank_milestones")}) milestone
      WHERE (${rank("rank")} <= milestone::int) <> (${rank("previous_rank")} <= milestone::int)) END`;
  const asksOfEntries = sql`(${has("country_codes")} OR ${isType("app.price_changed")} AND ${has("price_direction")}
    OR ${isOfRanks} AND (${has("min_rank_change")} OR ${has("rank_milestones")}))`;
  /** All of these conditions must hold for one storefront, chart or keyword. */
  const hasEntry = sql`EXISTS (
    SELECT 1 FROM jsonb_array_elements(${entriesOf(data)}) entry
    WHERE (NOT ${has("country_codes")} OR ${value("country_codes")} ? (entry ->> 'country_code'))
      AND CASE
        WHEN ${isType("app.price_changed")} THEN ${priceGoes} WHEN ${isOfRanks} THEN ${rankMoves} ELSE true END)`;

  return sql`(${filter} = '{}' OR coalesce(
    (NOT ${has("app_ids")} OR ${value("app_ids")} @> to_jsonb(${appId}))
    AND (NOT ${has("fields")} OR ${value("fields")} ? ${field})
    AND (NOT ${has("locales")} OR EXISTS (
      SELECT 1 FROM jsonb_array_elements(${data} -> 'languages') shown
      WHERE ${value("locales")} ? (shown ->> 'locale')))
    AND (NOT ${has("min_rating_drop")} OR NOT ${isType("rating.changed")}
      OR ${ofData("previous_rating")} - ${ofData("rating")} >= ${number("min_rating_drop")} - 1e-9)
    AND (NOT ${asksOfEntries} OR ${hasEntry}), false))`;
}

/** A value that all storefronts share is one entry without a storefront. */
function entriesOf(data: SQLWrapper): SQL {
  return sql`CASE
    WHEN ${data} ? 'charts' THEN ${data} -> 'charts' WHEN ${data} ? 'keywords' THEN ${data} -> 'keywords'
    WHEN jsonb_array_length(coalesce(${data} -> 'countries', '[]')) > 0 THEN ${data} -> 'countries'
    ELSE jsonb_build_array(${data}) END`;
}

/** Returns the amount of a price such as `1.99 USD`, or null without one. */
function amount(side: "before" | "after"): SQL {
  return sql`substring(entry ->> ${text(side)} FROM '^[0-9]+(?:[.][0-9]+)?')::numeric`;
}

/** Returns a rank. An app that is not shown counts as one place below the last rank. */
function rank(side: "rank" | "previous_rank"): SQL {
  return sql`coalesce((entry ->> ${text(side)})::int, (entry ->> 'window')::int + 1)`;
}
