import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Returns a query that waits for the user's lock. `apps` is an array of ids, also of followed apps. */
export function lockFollowedApps(userId: SQLWrapper, apps: SQL, followedMax: SQLWrapper): SQL {
  return sql`
    SELECT added = 0 OR followed + added <= ${followedMax}::int AS has_room
    FROM lock_followed_apps(${userId}::int, ${apps})`;
}
