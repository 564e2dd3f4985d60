import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { EventData, NewEvent } from "../../../lib/domain/event.ts";
import { columnsByName, type GivenRow, pick, recordset } from "../../recordset.ts";
import { appVersions } from "../../schema/apps.ts";
import { dueReports, eventBaselines, events } from "../../schema/events.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { statement } from "../../statement.ts";

const b = alias(eventBaselines, "b");
const c = alias(appStoreListingChanges, "c");
const d = alias(dueReports, "d");
const f = alias(appFactChanges, "f");
const o = alias(appOfferChanges, "o");
const v = alias(appVersions, "v");

const SEQUENCE = sql`'events_id_seq'`;

const given = {
  /** Its number among the events of the report, from 1. */
  place: sql<number>`integer`,
  ...pick(columnsByName(events), ["app_id", "type", "field", "weight"]),
  began_at: sql<number>`float8`,
  occurred_at: sql<number>`float8`,
  data: sql<EventData>`jsonb`,
};

const changeTables = ["listing", "offer", "fact", "version"] as const;

/** A change row and the place of the event that reports it. Without one it is no news. */
const reported = {
  ...pick(columnsByName(events), ["app_id"]),
  table: sql<(typeof changeTables)[number]>`text`,
  id: sql<number>`bigint`,
  event: sql<number | null>`integer`,
};
export type ReportedRow = GivenRow<typeof reported>;

const baseline = {
  ...pick(columnsByName(eventBaselines), ["app_id", "is_available", "is_failing", "rating", "rating_count"]),
  marker: sql<number>`bigint`,
  /** Unix seconds. If it is null, the ratings stay as they are. */
  rated_at: sql<number | null>`float8`,
};
export type ReportedApp = GivenRow<typeof baseline>;

export type Report = {
  readonly apps: readonly ReportedApp[];
  readonly events: readonly NewEvent[];
  readonly rows: readonly ReportedRow[];
};

/**
 * Saves the events of apps, marks their rows and returns the apps. Nothing is written for an app whose marker has
 * changed, since another report has taken its rows or another run has ended. A baseline that stays is left out, since a
 * conflict would lock it.
 */
export const saveReport = statement({
  name: "save_report",
  effect: "writes",
  row: () => z.object({ app_id: z.int() }),
  build: ({ apps, events: happened, rows }: Report) => sql`
    WITH read AS MATERIALIZED (SELECT * FROM ${recordset(baseline, apps)} read),
    taken AS MATERIALIZED (
      DELETE FROM ${dueReports} d USING read WHERE ${d.appId} = read.app_id AND ${d.marker} = read.marker
      RETURNING ${d.appId}
    ),
    numbered AS MATERIALIZED (
      SELECT given.*, CASE WHEN taken.app_id IS NOT NULL THEN nextval(${SEQUENCE}) END AS id
      FROM ${recordset(given, happened.map(toRow))} given LEFT JOIN taken USING (app_id)
    ),
    event_rows AS (
      INSERT INTO ${events} (id, app_id, type, field, began_at, occurred_at, weight, data)
      OVERRIDING SYSTEM VALUE
      SELECT id, app_id, type, field, to_timestamp(began_at), to_timestamp(occurred_at), weight, data
      FROM numbered WHERE id IS NOT NULL ORDER BY id
    ),
    reported AS MATERIALIZED (
      SELECT row.table, row.id, coalesce(ids.by_place[row.event], 0) AS event_id
      FROM ${recordset(reported, rows)} row
      CROSS JOIN (SELECT array_agg(id ORDER BY place) AS by_place FROM numbered) ids
      WHERE (row.app_id IN (SELECT app_id FROM taken)) IS TRUE
    ),
    listing_rows AS (
      UPDATE ${appStoreListingChanges} c SET event_id = reported.event_id FROM reported
      WHERE reported.table = 'listing' AND ${c.id} = reported.id
    ),
    offer_rows AS (
      UPDATE ${appOfferChanges} o SET event_id = reported.event_id FROM reported
      WHERE reported.table = 'offer' AND ${o.id} = reported.id
    ),
    fact_rows AS (
      UPDATE ${appFactChanges} f SET event_id = reported.event_id FROM reported
      WHERE reported.table = 'fact' AND ${f.id} = reported.id
    ),
    version_rows AS (
      UPDATE ${appVersions} v SET event_id = reported.event_id FROM reported
      WHERE reported.table = 'version' AND ${v.id} = reported.id
    ),
    baseline_rows AS (
      INSERT INTO ${eventBaselines} AS known (app_id, is_available, is_failing, rating, rating_count, rated_at)
      SELECT app_id, is_available, is_failing, rating, rating_count, to_timestamp(rated_at)
      FROM read JOIN taken USING (app_id) WHERE rated_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM ${eventBaselines} b WHERE ${b.appId} = read.app_id
          AND (${b.isAvailable}, ${b.isFailing}) IS NOT DISTINCT FROM (read.is_available, read.is_failing))
      ORDER BY app_id
      ON CONFLICT (app_id) DO UPDATE SET is_available = excluded.is_available, is_failing = excluded.is_failing,
        rating = CASE WHEN excluded.rated_at IS NULL THEN known.rating ELSE excluded.rating END,
        rating_count = CASE WHEN excluded.rated_at IS NULL THEN known.rating_count ELSE excluded.rating_count END,
        rated_at = coalesce(excluded.rated_at, known.rated_at)
      WHERE excluded.rated_at IS NOT NULL
        OR (known.is_available, known.is_failing) IS DISTINCT FROM (excluded.is_available, excluded.is_failing)
    )
    SELECT app_id FROM taken`,
});

function toRow({ appId, beganAt, occurredAt, ...event }: NewEvent, index: number): GivenRow<typeof given> {
  return { ...event, place: index + 1, app_id: appId, began_at: beganAt, occurred_at: occurredAt };
}
