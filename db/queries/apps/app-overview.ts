import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { COMPARED_DAYS } from "../../../lib/domain/app-trends.ts";
import { COMPETITORS_MAX } from "../../../lib/domain/competitor.ts";
import { GLOBAL_COUNTRY } from "../../../lib/domain/country.ts";
import type { EventScope } from "../../../lib/domain/event-feed.ts";
import { OVERVIEW_EVENTS_MAX, OVERVIEW_NOTES_MAX, OVERVIEW_RIVAL_EVENTS_MAX } from "../../../lib/domain/overview.ts";
import type { StoreApp } from "../../../lib/domain/platform.ts";
import { ifFound, objectIfFound, projection, type RowOf, shown } from "../../projection.ts";
import { apps, appVersions } from "../../schema/apps.ts";
import { events } from "../../schema/events.ts";
import { notes } from "../../schema/notebook.ts";
import { countries } from "../../schema/stores.ts";
import { appCompetitors } from "../../schema/tracking.ts";
import { type Columns, type Placeholders, statement } from "../../statement.ts";
import { pricesOf } from "../listings/offers-over-time.ts";
import { isRealCountry, storefrontLanguages } from "../reference/countries.ts";
import { summaryOf } from "./app-columns.ts";
import { eventShownTo, factorFor, isVisibleTo } from "./event-rows.ts";
import { movedCountries } from "./moved-countries.ts";
import { noteSchema, notesOf } from "./notes.ts";
import { chartsOf } from "./overview-charts.ts";
import { overviewKeywords, overviewKeywordsSchema } from "./overview-keywords.ts";
import { shownName } from "./tracked-apps.ts";

type OverviewInput = StoreApp & {
  readonly userId: number;
  /** Null stands for the app's own storefront. */
  readonly countryCode: string | null;
  readonly hasGlobalMetrics: boolean;
  /** A JSON list of `{ place, collection, category_id }`. A null `category_id` stands for all categories together. */
  readonly charts: string | null;
  /** External ids of competitors, as a PostgreSQL array. Null stands for those that were defined first. */
  readonly rivals: string | null;
  readonly rivalsMax: number;
  /** The first and the last day, YYYY-MM-DD, in UTC. */
  readonly from: string;
  readonly to: string;
  readonly priceChangesMax: number;
};

const app = alias(apps, "app");
const competing = alias(appCompetitors, "competing");
const country = alias(countries, "country");
const e = alias(events, "e");
const known = alias(apps, "known");
const note = alias(notes, "note");
const rival = alias(apps, "rival");
const v = alias(appVersions, "v");

const summary = summaryOf(app);
const competitor = projection({
  id: rival.id,
  external_id: rival.externalId,
  name: shownName(rival),
  icon_url: rival.iconUrl,
});
type Given<Name extends keyof OverviewInput> = Columns<Name>;

/** Reads one event more than is shown, which says that there are older ones. */
function eventsOf(appId: SQL, scope: EventScope, { userId, from, to }: Given<"userId" | "from" | "to">): SQL {
  const max = scope === "mine" ? OVERVIEW_EVENTS_MAX : OVERVIEW_RIVAL_EVENTS_MAX;
  return sql`
    SELECT e.* FROM ${events} e
    WHERE ${e.appId} = ${appId} AND ${isVisibleTo(userId, e, scope)}
      AND ${e.occurredAt} >= (${from}::date::timestamp AT TIME ZONE 'UTC')
      AND ${e.occurredAt} < ((${to}::date + 1)::timestamp AT TIME ZONE 'UTC')
    ORDER BY ${e.occurredAt} DESC, ${e.id} DESC LIMIT ${sql`${max + 1}`.inlineParams()}`;
}

function ownEventOf(userId: SQLWrapper) {
  const { app: _, ...fields } = eventShownTo(userId, { event: e, app, factor: factorFor(userId, e) }).fields;
  return projection(fields);
}

function rivalEventOf(userId: SQLWrapper) {
  return eventShownTo(userId, { event: e, app: rival, factor: factorFor(userId, e) });
}

const global = sql`${GLOBAL_COUNTRY}`.inlineParams();
const comparedDays = sql`${COMPARED_DAYS}`.inlineParams();

function overviewOf(input: Given<keyof OverviewInput>) {
  const { userId, countryCode, platform, to } = input;
  const ownEvent = ownEventOf(userId);
  const rivalEvent = rivalEventOf(userId);
  return projection({
    app: objectIfFound(app.id, summary),
    is_country: shown(sql`(${countryCode}::text IS NULL OR ${country.code} IS NOT NULL)`, () => z.boolean()),
    is_storefront: shown(
      sql`(${countryCode}::text IS NULL OR ${storefrontLanguages(platform, country)} IS NOT NULL)`,
      () => z.boolean(),
    ),
    country_code: shown(sql`found.country_code`, () => z.string().nullable()),
    origin_country_code: ifFound(app.originCountryCode),
    unavailable_countries: shown(sql`to_json(${summary.unavailableCountries})`, () => z.array(z.string()).nullable()),
    version_released_at: ifFound(summary.version.releasedAt),
    previous_version: shown(
      sql`(SELECT ${v.version} FROM ${appVersions} v
        WHERE ${v.appId} = ${app.id} AND ${v.id} <= ${app.currentVersionId}
          AND ${v.createdAt} < ((${to}::date - ${comparedDays} + 1)::timestamp AT TIME ZONE 'UTC')
        ORDER BY ${v.id} DESC LIMIT 1)`,
      () => z.string().nullable(),
    ),
    storefronts: pricesOf(app, {
      isWanted: (code) => sql`${code} = CASE WHEN ${input.hasGlobalMetrics}::boolean THEN ${global}
        ELSE found.country_code END`,
      changesMax: input.priceChangesMax,
    }),
    moved_countries: movedCountries(sql`found.app_id`, sql`${to}::date`),
    charts: chartsOf(input),
    keyword_ranks: shown(
      overviewKeywords(input, { appId: sql`found.app_id`, countryCode: sql`found.country_code` }),
      overviewKeywordsSchema,
    ),
    events: shown(
      sql`(SELECT coalesce(json_agg(${ownEvent.json} ORDER BY ${e.occurredAt} DESC, ${e.id} DESC), '[]')
        FROM (${eventsOf(sql`found.app_id`, "mine", input)}) e)`,
      () => z.array(ownEvent.row()),
    ),
    notes: shown(
      sql`(${notesOf(sql`
        SELECT note.* FROM ${notes} note WHERE ${note.userId} = ${userId}
          AND ${note.day} BETWEEN ${input.from}::date AND ${to}::date
          AND (${note.appId} IS NULL OR ${note.appId} = found.app_id)
        ORDER BY ${note.day} DESC, ${note.id} DESC LIMIT ${sql`${OVERVIEW_NOTES_MAX + 1}`.inlineParams()}`)})`,
      () => z.array(noteSchema()),
    ),
    competitors: shown(
      sql`(SELECT coalesce(json_agg(${competitor.json} ORDER BY link.place), '[]') FROM link
        JOIN ${apps} rival ON ${rival.id} = link.id)`,
      () => z.array(competitor.row()),
    ),
    rivals: shown(sql`(SELECT coalesce(json_agg(rival.external_id), '[]') FROM rival)`, () => z.array(z.string())),
    rival_events: shown(
      sql`(SELECT coalesce(json_agg(${rivalEvent.json} ORDER BY ${e.occurredAt} DESC, ${e.id} DESC), '[]') FROM (
          SELECT e.* FROM rival named CROSS JOIN LATERAL (${eventsOf(sql`named.id`, "rivals", input)}) e
          ORDER BY ${e.occurredAt} DESC, ${e.id} DESC LIMIT ${sql`${OVERVIEW_RIVAL_EVENTS_MAX + 1}`.inlineParams()}
        ) e JOIN ${apps} rival ON ${rival.id} = ${e.appId})`,
      () => z.array(rivalEvent.row()),
    ),
  });
}
export type OverviewRow = RowOf<ReturnType<typeof overviewOf>>;

const none = sql``;
const noInput = {
  platform: none,
  externalId: none,
  userId: none,
  countryCode: none,
  hasGlobalMetrics: none,
  charts: none,
  rivals: none,
  rivalsMax: none,
  from: none,
  to: none,
  priceChangesMax: none,
};

/** Returns what the first screen of an app shows, except its ratings. The app is null if it is unknown. */
export const findAppOverview = statement({
  name: "find_app_overview",
  effect: "reads",
  returns: "only",
  row: () => overviewOf(noInput).row(),
  rows: "trusted",
  sql: (input: Placeholders<OverviewInput>) => {
    const { platform, externalId, userId, countryCode, rivals, rivalsMax } = input;
    return sql`
    WITH found AS MATERIALIZED (
      SELECT ${known.id} AS app_id, ${known.platform}, ${known.categoryId},
        coalesce(${countryCode}::char(2), ${known.originCountryCode}) AS country_code
      FROM ${apps} known WHERE ${known.platform} = ${platform} AND ${known.externalId} = ${externalId}
    ),
    link AS MATERIALIZED (
      SELECT ${competing.competitorAppId} AS id,
        row_number() OVER (ORDER BY ${competing.createdAt}, ${competing.id}) AS place
      FROM found JOIN ${appCompetitors} competing
        ON ${competing.userId} = ${userId} AND ${competing.appId} = found.app_id
      ORDER BY place LIMIT ${sql`${COMPETITORS_MAX}`.inlineParams()}
    ),
    rival AS MATERIALIZED (
      SELECT ${rival.id}, ${rival.externalId} FROM link JOIN ${apps} rival ON ${rival.id} = link.id
      WHERE ${rivals}::text[] IS NULL OR ${rival.externalId} = ANY (${rivals}::text[])
      ORDER BY link.place LIMIT ${rivalsMax}::int
    )
    SELECT ${overviewOf(input).columns}
    FROM (SELECT 1) one LEFT JOIN found ON true LEFT JOIN ${apps} app ON ${app.id} = found.app_id
    LEFT JOIN ${countries} country ON ${country.code} = ${countryCode}::char(2) AND ${isRealCountry(country)}
    ${summary.joinsFor(userId)}`;
  },
});
