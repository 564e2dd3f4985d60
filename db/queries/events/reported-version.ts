import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { projection, shown } from "../../projection.ts";
import { appVersions } from "../../schema/apps.ts";
import { type Columns, unixTime } from "../../statement.ts";
import { CORRECTED_WITHIN, REPLACED_BEFORE } from "./first-reads.ts";

const v = alias(appVersions, "v");
const w = alias(appVersions, "w");

/** RFC 3339 texts in UTC can be compared. */
export function utcText(instant: SQLWrapper): SQL {
  return sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

const reported = projection({
  version: v.version,
  released_at: shown(utcText(v.releasedAt), () => z.string().nullable()),
  /** A version that was released by this time was already out when this one was first read. */
  released_by: shown(utcText(sql`(${v.createdAt} - ${REPLACED_BEFORE})`), () => z.string()),
  corrected_until: shown(unixTime(sql`(${v.createdAt} + ${CORRECTED_WITHIN})`), () => z.number()),
  is_first: shown(
    sql`NOT EXISTS (SELECT 1 FROM ${appVersions} w WHERE ${w.appId} = ${v.appId} AND ${w.id} < ${v.id})`,
    () => z.boolean(),
  ),
});

export const reportedVersionSchema = () => reported.row();

/** Returns a query for the version that was reported last, if there is a new one. */
export function reportedVersion(due: Columns<"app_id">): SQL {
  return sql`
  SELECT ${reported.json} AS earlier_version FROM ${appVersions} v
  WHERE version_rows IS NOT NULL AND ${v.appId} = ${due.app_id} AND ${v.eventId} IS NOT NULL
  ORDER BY ${v.id} DESC LIMIT 1`;
}
