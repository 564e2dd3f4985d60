import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { appVersions } from "../../schema/apps.ts";
import { dueReports } from "../../schema/events.ts";
import { appFactChanges } from "../../schema/facts.ts";
import { appStoreListingChanges } from "../../schema/listings.ts";
import { appOfferChanges } from "../../schema/metrics.ts";
import { type Placeholders, statement } from "../../statement.ts";

/** Returns a CTE that makes the reports of apps due. A new marker makes a report that has been read start again. */
export function dueReportRows(appIds: SQL): SQL {
  return sql`
  due_report_rows AS (
    INSERT INTO ${dueReports} (app_id) SELECT DISTINCT due.app_id FROM (${appIds}) due ORDER BY 1
    ON CONFLICT (app_id) DO UPDATE SET marker = DEFAULT
  )`;
}

const c = alias(appStoreListingChanges, "c");
const f = alias(appFactChanges, "f");
const o = alias(appOfferChanges, "o");
const v = alias(appVersions, "v");

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
        SELECT ${c.appId} FROM ${appStoreListingChanges} c WHERE ${c.eventId} IS NULL AND ${isOld(c.detectedAt)}
        UNION SELECT ${o.appId} FROM ${appOfferChanges} o WHERE ${o.eventId} IS NULL AND ${isOld(o.detectedAt)}
        UNION SELECT ${f.appId} FROM ${appFactChanges} f
          WHERE ${f.eventId} IS NULL AND NOT ${f.isFirst} AND ${isOld(f.validFrom)}
        UNION SELECT ${v.appId} FROM ${appVersions} v WHERE ${v.eventId} IS NULL AND ${isOld(v.createdAt)}
      ) old
      WHERE NOT EXISTS (SELECT 1 FROM ${dueReports} WHERE ${dueReports.appId} = old.app_id)
      LIMIT ${APPS_MAX}`)}
    SELECT 1`;
  },
});
