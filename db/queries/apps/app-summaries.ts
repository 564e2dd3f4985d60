import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { syncPhaseSchema, syncStates } from "../../../lib/domain/sync-phase.ts";
import { apps } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Db, idArray, jsonObject, onlyRow, type Placeholders, statement, unixTime } from "../../statement.ts";
import { matchesPattern, patternContaining } from "../reference/text-search.ts";
import { nextTryAt } from "../runs/failed-items.ts";
import { appColumns, appJoins, appSummarySchema } from "./app-columns.ts";
import { isOnPlatform, trackedAppsOf } from "./tracked-apps.ts";

const a = alias(apps, "a");
const s = alias(syncStatuses, "s");
const start = alias(trackedApps, "start");
const t = alias(trackedApps, "t");

/**
 * The page is selected before the joins, so that the columns of an app are computed for one page alone. `more` begins
 * with a comma.
 */
function summariesOf(userId: SQLWrapper, page: SQL, { more, join } = { more: sql``, join: sql`` }): SQL {
  return sql`
    SELECT ${appColumns(userId)}${more}
    FROM (${page}) page JOIN ${apps} a ON ${a.id} = page.app_id ${appJoins}${join}
    ORDER BY page.since DESC, page.app_id DESC`;
}

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** Part of the name or of the store's id, in any case. No character is a wildcard. */
  readonly search: string | null;
};
type PatternFilter = Omit<TrackedFilter, "search"> & { readonly pattern: string | null };
type Rows = {
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this app while the user tracks it, and `offset` is ignored. With null, `offset` decides. */
  readonly afterId: number | null;
};

const isWanted = ({ platform, pattern }: Placeholders<PatternFilter>) => sql`
  ${isOnPlatform(platform)} AND (${pattern}::text IS NULL
    OR ${matchesPattern(a.name, pattern)} OR ${matchesPattern(a.externalId, pattern)})`;

const trackedAppSchema = () =>
  appSummarySchema().extend({
    /** Times are unix times. null when the app was never synced. */
    sync: z
      .object({
        status: z.enum(syncStates),
        currentStep: syncPhaseSchema().nullable(),
        progressDone: z.int(),
        progressTotal: z.int(),
        errorMessage: z.string().nullable(),
        completedAt: z.number().nullable(),
        nextRetryAt: z.number().nullable(),
      })
      .nullable(),
  });
export type TrackedApp = Readonly<z.infer<ReturnType<typeof trackedAppSchema>>>;

const syncFields = () =>
  jsonObject({
    status: s.status,
    currentStep: s.currentStep,
    progressDone: s.progressDone,
    progressTotal: s.progressTotal,
    errorMessage: s.errorMessage,
    completedAt: unixTime(s.completedAt),
    nextRetryAt: unixTime(nextTryAt(s.nextRetryAt)),
  });
const withSync = () => ({
  more: sql`, CASE WHEN ${s.appId} IS NOT NULL THEN ${syncFields()} END AS sync`,
  join: sql` LEFT JOIN ${syncStatuses} s ON ${s.appId} = ${a.id}`,
});

const readTracked = statement({
  name: "list_tracked_apps",
  effect: "reads",
  row: trackedAppSchema,
  rows: "trusted",
  sql: (input: Placeholders<PatternFilter & Rows>) =>
    summariesOf(
      input.userId,
      sql`
      SELECT ${t.appId}, ${t.createdAt} AS since FROM ${trackedAppsOf(input.userId)}
      LEFT JOIN ${trackedApps} start ON ${start.userId} = ${input.userId} AND ${start.appId} = ${input.afterId}::int
      WHERE ${isWanted(input)}
        AND (${start.appId} IS NULL OR (${t.createdAt}, ${t.appId}) < (${start.createdAt}, ${start.appId}))
      ORDER BY ${t.createdAt} DESC, ${t.appId} DESC LIMIT ${input.limit}
      OFFSET CASE WHEN EXISTS (SELECT 1 FROM ${trackedApps} start
        WHERE ${start.userId} = ${input.userId} AND ${start.appId} = ${input.afterId}::int) THEN 0
        ELSE ${input.offset}::int END`,
      withSync(),
    ),
});

const countTracked = statement({
  name: "count_tracked_apps",
  effect: "reads",
  row: () => z.object({ total: z.int() }),
  rows: "trusted",
  sql: (input: Placeholders<PatternFilter>) =>
    sql`SELECT count(*)::int AS total FROM ${trackedAppsOf(input.userId)} WHERE ${isWanted(input)}`,
});

/** Returns a page of a user's tracked apps with their syncs, newest tracked first, and how many the user tracks. */
export async function listTrackedApps(db: Db, { search, ...input }: TrackedFilter & Rows) {
  const filter = { ...input, pattern: search === null ? null : patternContaining(search) };
  const [rows, counts] = await Promise.all([readTracked(db, filter), countTracked(db, filter)]);
  return { rows, total: onlyRow(counts).total };
}

/** Returns the apps of a publisher that a user tracks, newest tracked first. */
export const listTrackedAppsOfPublisher = statement({
  name: "list_tracked_apps_of_publisher",
  effect: "reads",
  row: appSummarySchema,
  rows: "trusted",
  sql: ({ userId, publisherId, limit }: Placeholders<{ userId: number; publisherId: number; limit: number }>) =>
    summariesOf(
      userId,
      sql`
      SELECT ${t.appId}, ${t.createdAt} AS since FROM ${trackedAppsOf(userId)} WHERE ${a.publisherId} = ${publisherId}
      ORDER BY ${t.createdAt} DESC, ${t.appId} DESC LIMIT ${limit}`,
    ),
});

const findSummaries = statement({
  name: "find_app_summaries",
  effect: "reads",
  row: appSummarySchema,
  rows: "trusted",
  sql: ({ userId, appIds }: Placeholders<{ userId: number; appIds: string }>) =>
    summariesOf(
      userId,
      sql`SELECT ${apps.id} AS app_id, ${apps.createdAt} AS since FROM ${apps}
        WHERE ${apps.id} = ANY(${appIds}::int[])`,
    ),
});

/** Returns the apps of these ids, in no order that a caller may rely on. */
export function findAppSummaries(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return findSummaries(db, { userId: input.userId, appIds: idArray(input.appIds) });
}
