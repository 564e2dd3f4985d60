import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { type AppSummary, appColumns, appJoins } from "./app-columns.ts";
import { runFixedStatement } from "./fixed-statement.ts";
import { matchesPattern, patternContaining } from "./text-search.ts";

type TrackedFilter = {
  readonly userId: number;
  readonly platform: Platform | null;
  /** Part of the name or of the store's id, in any case; every character stands for itself. */
  readonly search: string | null;
};

/** The page is cut before anything is joined to it: what lists show of an app is worked out for one page alone. */
const summariesOf = (page: string) => `
SELECT ${appColumns}
FROM (${page}) page JOIN apps a ON a.id = page.app_id${appJoins}
ORDER BY page.since DESC, page.app_id DESC`;

const trackedAndWanted = `
  FROM tracked_apps t JOIN apps a ON a.id = t.app_id
  WHERE t.user_id = $1 AND ($2::text IS NULL OR a.platform = $2)
    AND ($3::text IS NULL OR ${matchesPattern("a.name", "$3")} OR ${matchesPattern("a.external_id", "$3")})`;

export const trackedAppsStatement = summariesOf(`
  SELECT t.app_id, t.created_at AS since${trackedAndWanted}
  ORDER BY t.created_at DESC, t.app_id DESC LIMIT $4 OFFSET $5`);

const trackedCountStatement = `SELECT count(*)::int AS total${trackedAndWanted}`;

/** A user's tracked apps, newest tracked first, and how many there are in all. */
export async function listTrackedApps(db: Db, input: TrackedFilter & { limit: number; offset: number }) {
  const { userId, platform, search, limit, offset } = input;
  const filter = [userId, platform, search === null ? null : patternContaining(search)];
  const [rows, counts] = await Promise.all([
    runFixedStatement<AppSummary>(db, trackedAppsStatement, [...filter, limit, offset]),
    runFixedStatement<{ total: number }>(db, trackedCountStatement, filter),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

export const trackedAppsOfPublisherStatement = summariesOf(`
  SELECT t.app_id, t.created_at AS since FROM tracked_apps t JOIN apps a ON a.id = t.app_id
  WHERE t.user_id = $1 AND a.publisher_id = $2
  ORDER BY t.created_at DESC, t.app_id DESC LIMIT $3`);

/** Those of a publisher that a user tracks, newest tracked first. */
export function listTrackedAppsOfPublisher(db: Db, input: { userId: number; publisherId: number; limit: number }) {
  const values = [input.userId, input.publisherId, input.limit];
  return runFixedStatement<AppSummary>(db, trackedAppsOfPublisherStatement, values);
}

const appsByIdStatement = summariesOf(
  "SELECT id AS app_id, created_at AS since FROM apps WHERE id = ANY($2::integer[])",
);

/** The apps of these ids, in no order that a caller may rely on. */
export function findAppSummaries(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return runFixedStatement<AppSummary>(db, appsByIdStatement, [input.userId, `{${input.appIds.join(",")}}`]);
}
