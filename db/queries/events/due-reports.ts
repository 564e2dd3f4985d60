import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appVersions } from "../../schema/apps.ts";
import { dueReports, eventBaselines } from "../../schema/events.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { type Columns, type Placeholders, statement } from "../../statement.ts";
import { mayHaveMoved } from "./rating-moves.ts";

/** Returns a CTE that makes the reports of apps due. A new marker makes a report that has been read start again. */
export function dueReportRows(appIds: SQL): SQL {
  return sql`
  due_report_rows AS (
    INSERT INTO ${dueReports} (app_id) SELECT DISTINCT due.app_id FROM (${appIds}) due ORDER BY 1
    ON CONFLICT (app_id) DO UPDATE SET marker = DEFAULT
  )`;
}

const b = alias(eventBaselines, "b");
const c = alias(appStoreListingChanges, "c");
const d = alias(dueReports, "d");
const f = alias(appFactChanges, "f");
const o = alias(appOfferChanges, "o");
const v = alias(appVersions, "v");

const isUnreported = {
  listing: sql`${c.eventId} IS NULL`,
  offer: sql`${o.eventId} IS NULL`,
  fact: sql`${f.eventId} IS NULL AND NOT ${f.isFirst}`,
  version: sql`${v.eventId} IS NULL`,
};

/**
 * Returns the condition that a report would find something of an app as it is now, besides what its runs have made due.
 * A report that is due, or being written, has perhaps read an earlier state.
 */
export function isNews(app: Columns<"appId" | "isAvailable" | "rating" | "ratingCount">): SQL {
  return sql`(NOT EXISTS (SELECT 1 FROM ${eventBaselines} b
      WHERE ${b.appId} = ${app.appId} AND ${b.isAvailable} = ${app.isAvailable}
        AND (${b.ratingCount} IS NOT NULL OR ${app.ratingCount} IS NULL) AND ${mayHaveMoved(app, b)} IS NOT TRUE)
    OR EXISTS (SELECT 1 FROM ${dueReports} d WHERE ${d.appId} = ${app.appId})
    OR EXISTS (SELECT 1 FROM ${appStoreListingChanges} c WHERE ${c.appId} = ${app.appId} AND ${isUnreported.listing})
    OR EXISTS (SELECT 1 FROM ${appOfferChanges} o WHERE ${o.appId} = ${app.appId} AND ${isUnreported.offer})
    OR EXISTS (SELECT 1 FROM ${appFactChanges} f WHERE ${f.appId} = ${app.appId} AND ${isUnreported.fact})
    OR EXISTS (SELECT 1 FROM ${appVersions} v WHERE ${v.appId} = ${app.appId} AND ${isUnreported.version}))`;
}

/** The most apps of one statement. The next tick finds the rest. */
const APPS_MAX = sql`${1_000}`.inlineParams();

/** Makes the reports of apps due whose changes no run and no fold has taken since `before`. */
export const makeOldChangesDue = statement({
  name: "make_old_changes_due",
  effect: "writes",
  sql: ({ before }: Placeholders<{ before: string }>) => {
    const isOld = (detectedAt: typeof c.detectedAt | typeof v.createdAt | typeof f.validFrom | typeof o.detectedAt) =>
      sql`${detectedAt} < ${before}::timestamptz`;
    return sql`
    WITH ${dueReportRows(sql`
      SELECT old.app_id FROM (
        SELECT ${c.appId} FROM ${appStoreListingChanges} c WHERE ${isUnreported.listing} AND ${isOld(c.detectedAt)}
        UNION SELECT ${o.appId} FROM ${appOfferChanges} o WHERE ${isUnreported.offer} AND ${isOld(o.detectedAt)}
        UNION SELECT ${f.appId} FROM ${appFactChanges} f
          WHERE ${isUnreported.fact} AND ${isOld(f.validFrom)}
        UNION SELECT ${v.appId} FROM ${appVersions} v WHERE ${isUnreported.version} AND ${isOld(v.createdAt)}
      ) old
      WHERE NOT EXISTS (SELECT 1 FROM ${dueReports} WHERE ${dueReports.appId} = old.app_id)
      LIMIT ${APPS_MAX}`)}
    SELECT 1`;
  },
});
