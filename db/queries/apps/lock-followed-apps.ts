import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Returns a query of one row, which waits for the lock of the user: whether a user may follow further apps, those that
 * they follow already among them (`has_room`). `apps` is an array of ids.
 */
export function lockFollowedApps(userId: SQLWrapper, apps: SQL, followedMax: SQLWrapper): SQL {
  return sql`
    SELECT added = 0 OR followed + added <= ${followedMax}::int AS has_room
    FROM lock_followed_apps(${userId}::int, ${apps})`;
}
