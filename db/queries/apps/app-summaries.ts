import { type SQL, sql } from "drizzle-orm";

import { apps } from "../../schema/apps.ts";
import { type Db, idArray, type Placeholders, statement } from "../../statement.ts";
import { summaryOf } from "./app-columns.ts";
import { app, tracked, trackedAppsOf } from "./tracked-apps.ts";

const summary = summaryOf(app);

type Shape = Readonly<Record<"columns" | "joins", SQL>> & {
  /** Rows are sorted by it first, and then by the time since when an app has been in the list. */
  readonly order?: SQL;
};

/** The page is selected before the joins, so that only its columns are computed. */
export function pageOfApps(page: SQL, { columns, joins, order = sql`` }: Shape): SQL {
  return sql`
    SELECT ${columns} FROM (${page}) page JOIN ${apps} app ON ${app.id} = page.app_id ${joins}
    ORDER BY ${order} page.since DESC, page.app_id DESC`;
}

export const listTrackedAppsOfPublisher = statement({
  name: "list_tracked_apps_of_publisher",
  effect: "reads",
  row: summary.row,
  rows: "trusted",
  sql: ({ userId, publisherId, limit }: Placeholders<{ userId: number; publisherId: number; limit: number }>) =>
    pageOfApps(
      sql`
      SELECT ${tracked.appId}, ${tracked.createdAt} AS since FROM ${trackedAppsOf(userId)}
      WHERE ${app.publisherId} = ${publisherId}
      ORDER BY ${tracked.createdAt} DESC, ${tracked.appId} DESC LIMIT ${limit}`,
      { columns: summary.columns, joins: summary.joinsFor(userId) },
    ),
});

const findSummaries = statement({
  name: "find_app_summaries",
  effect: "reads",
  row: summary.row,
  rows: "trusted",
  sql: ({ userId, appIds }: Placeholders<{ userId: number; appIds: string }>) =>
    pageOfApps(
      sql`SELECT ${apps.id} AS app_id, ${apps.createdAt} AS since FROM ${apps}
        WHERE ${apps.id} = ANY(${appIds}::int[])`,
      { columns: summary.columns, joins: summary.joinsFor(userId) },
    ),
});

export function findAppSummaries(db: Db, input: { readonly userId: number; readonly appIds: readonly number[] }) {
  return findSummaries(db, { userId: input.userId, appIds: idArray(input.appIds) });
}
