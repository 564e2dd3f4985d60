import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { chartCollectionSchema } from "../../../lib/domain/chart.ts";
import {
  EVENT_ENTRIES_MAX,
  type EventData,
  type NewEvent,
  RANK_MILESTONES,
  RANK_STEP,
} from "../../../lib/domain/event.ts";
import { type Platform, platformSchema } from "../../../lib/domain/platform.ts";
import { projection, type RowOf, shown, type TableColumns } from "../../projection.ts";
import { columnsByName, type GivenRow, pick, recordset } from "../../recordset.ts";
import { apps, storeCategories } from "../../schema/apps.ts";
import { chartDays, chartFetches } from "../../schema/charts.ts";
import { events, rankReports } from "../../schema/events.ts";
import { countries } from "../../schema/stores.ts";
import { followedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { windowBefore } from "../charts/stored-charts.ts";
import { isPending } from "../fetches/fetch-states.ts";

const a = alias(apps, "a");
const before = alias(chartDays, "before");
const country = alias(countries, "country");
const f = alias(followedApps, "f");
const k = alias(storeCategories, "k");
const now = alias(chartDays, "now");
const r = alias(rankReports, "r");

/** A day is reported once all fetches of its charts have ended. */
export const findRankReport = statement({
  name: "find_rank_report",
  effect: "reads",
  returns: "first",
  row: () => z.object({ chart_date: z.string(), last_app_id: z.int() }),
  sql: ({ platform }: Placeholders<{ platform: Platform }>) => sql`
    SELECT ${r.chartDate}, ${r.lastAppId} FROM ${rankReports} r
    WHERE ${r.platform} = ${platform} AND NOT ${r.isComplete} AND NOT EXISTS (
      SELECT 1 FROM ${chartFetches}
      WHERE ${chartFetches.platform} = ${platform} AND ${chartFetches.chartDate} = ${r.chartDate}
        AND ${isPending(chartFetches)})
    ORDER BY ${r.chartDate} LIMIT 1`,
});

const move = projection({
  country_code: shown(sql`moved.country_code`, () => z.string()),
  collection: shown(sql`moved.collection`, chartCollectionSchema),
  category_id: shown(sql`moved.category_id`, () => z.int()),
  rank: shown(sql`moved.rank`, () => z.int().nullable()),
  previous_rank: shown(sql`moved.previous_rank`, () => z.int().nullable()),
  window: shown(sql`moved.rank_window`, () => z.int()),
});

const movedApp = projection({
  app_id: a.id,
  platform: shown(sql`${a.platform}`, platformSchema),
  unavailable_countries: a.unavailableCountries,
  charts: shown(
    sql`(array_agg(${move.json} ORDER BY moved.place))[1:${sql`${EVENT_ENTRIES_MAX}`.inlineParams()}]`,
    () => z.array(move.row()),
  ),
  charts_total: shown(sql`count(*)::int`, () => z.int()),
  countries: shown(sql`to_json(array_agg(DISTINCT moved.country_code))`, () => z.array(z.string())),
  read_at: shown(sql`extract(epoch FROM max(moved.fetched_at))::float8`, () => z.number()),
});
export type MovedApp = RowOf<typeof movedApp>;

type ChunkOfApps = {
  readonly platform: Platform;
  readonly chartDate: string;
  readonly after: number;
  readonly appsMax: number;
};

/**
 * Returns the ranks that have moved since the day before of the next followed apps, in all categories and in their own.
 * Charts of a missed day, or that list another number of ranks, are left out.
 */
export const readRankMoves = statement({
  name: "read_rank_moves",
  effect: "reads",
  returns: "only",
  row: () => z.object({ last_app_id: z.int().nullable(), apps_read: z.int(), apps: z.array(movedApp.row()) }),
  sql: ({ platform, chartDate, after, appsMax }: Placeholders<ChunkOfApps>) => sql`
    WITH followed AS MATERIALIZED (
      SELECT ${a.id} AS app_id, ${a.categoryId} FROM (
        SELECT ${f.appId} FROM ${followedApps} f WHERE ${f.platform} = ${platform} AND ${f.appId} > ${after}
        ORDER BY ${f.appId} LIMIT ${appsMax}::int
      ) f JOIN ${apps} a ON ${a.id} = f.app_id
    ),
    charted AS MATERIALIZED (
      SELECT ${k.id}, ${k.externalId} IS NULL AS is_all FROM ${storeCategories} k
      WHERE ${k.platform} = ${platform} AND ${k.type} = 'app'
        AND (${k.externalId} IS NULL OR ${k.id} IN (SELECT category_id FROM followed))
    ),
    pair AS MATERIALIZED (
      SELECT ${now.collection}, ${now.countryCode}, ${now.categoryId}, charted.is_all, ${now.fetchedAt},
        ${now.appIds} AS now_ids, ${before.appIds} AS before_ids, ${windowOf(now)} AS rank_window
      FROM charted JOIN ${chartDays} now ON ${now.platform} = ${platform} AND ${now.chartDate} = ${chartDate}::date
        AND ${now.categoryId} = charted.id
      JOIN ${chartDays} before ON ${before.platform} = ${now.platform} AND ${before.collection} = ${now.collection}
        AND ${before.countryCode} = ${now.countryCode} AND ${before.categoryId} = ${now.categoryId}
        AND ${before.chartDate} = ${chartDate}::date - 1
      WHERE ${windowOf(now)} = ${windowOf(before)}
    ),
    moved AS (
      SELECT followed.app_id, pair.collection, pair.country_code, pair.category_id, pair.rank_window, pair.fetched_at,
        pair.is_all, min(ranked.rank) FILTER (WHERE ranked.is_now)::int AS rank,
        min(ranked.rank) FILTER (WHERE NOT ranked.is_now)::int AS previous_rank
      FROM pair CROSS JOIN LATERAL (
        SELECT id, rank, true AS is_now FROM unnest(pair.now_ids) WITH ORDINALITY AS u (id, rank)
        UNION ALL SELECT id, rank, false FROM unnest(pair.before_ids) WITH ORDINALITY AS u (id, rank)
      ) ranked
      JOIN followed ON followed.app_id = ranked.id AND (pair.is_all OR pair.category_id = followed.category_id)
      GROUP BY followed.app_id, pair.collection, pair.country_code, pair.category_id, pair.rank_window,
        pair.fetched_at, pair.is_all
    ),
    placed AS (
      SELECT moved.*, row_number() OVER (PARTITION BY moved.app_id ORDER BY ${country.priority} DESC,
        ${country.code}, NOT moved.is_all, least(moved.rank, moved.previous_rank), moved.collection) AS place
      FROM moved JOIN ${countries} country ON ${country.code} = moved.country_code WHERE ${hasMoved}
    )
    SELECT (SELECT max(app_id) FROM followed) AS last_app_id, (SELECT count(*)::int FROM followed) AS apps_read, (
      SELECT coalesce(json_agg(one ORDER BY one.app_id), '[]') FROM (
        SELECT ${movedApp.columns} FROM placed moved JOIN ${apps} a ON ${a.id} = moved.app_id GROUP BY ${a.id}
      ) one) AS apps`,
});

function windowOf(chart: TableColumns<typeof chartDays>): SQL {
  return sql`coalesce(${chart.rankWindow}, ${windowBefore(chart.platform, sql`cardinality(${chart.appIds})`)})`;
}

/** A rank has moved if the app entered, left, moved by some ranks, or crossed a milestone. */
const hasMoved = sql.join(
  [
    sql`(moved.rank IS NULL) <> (moved.previous_rank IS NULL)`,
    sql`abs(moved.rank - moved.previous_rank) >= ${RANK_STEP}`,
    ...RANK_MILESTONES.map((milestone) => sql`(moved.rank <= ${milestone}) <> (moved.previous_rank <= ${milestone})`),
  ].map((condition) => condition.inlineParams()),
  sql` OR `,
);

const given = {
  ...pick(columnsByName(events), ["app_id", "weight"]),
  occurred_at: sql<number>`float8`,
  data: sql<EventData>`jsonb`,
};

type RankReport = Pick<ChunkOfApps, "platform" | "chartDate" | "after"> & {
  readonly until: number;
  readonly isComplete: boolean;
  readonly moves: readonly Pick<NewEvent, "appId" | "occurredAt" | "weight" | "data">[];
};

/** Saves the events of some apps and moves the report on. It saves nothing if another one has reported these apps. */
export const saveRankReport = statement({
  name: "save_rank_report",
  effect: "writes",
  returns: "any",
  build: ({ platform, chartDate, after, until, isComplete, moves }: RankReport) => sql`
    WITH moved_on AS (
      UPDATE ${rankReports} r SET last_app_id = ${until}, is_complete = ${isComplete}
      WHERE ${r.platform} = ${platform} AND ${r.chartDate} = ${chartDate}::date AND ${r.lastAppId} = ${after}
        AND NOT ${r.isComplete}
      RETURNING 1
    ),
    event_rows AS (
      INSERT INTO ${events} (app_id, type, began_at, occurred_at, weight, data)
      SELECT app_id, 'chart.rank_changed', to_timestamp(occurred_at), to_timestamp(occurred_at), weight, data
      FROM ${recordset(given, moves.map(toRow))} given, moved_on ORDER BY app_id
    )
    SELECT 1 FROM moved_on`,
});

function toRow({ appId, occurredAt, ...move }: RankReport["moves"][number]): GivenRow<typeof given> {
  return { ...move, app_id: appId, occurred_at: occurredAt };
}
