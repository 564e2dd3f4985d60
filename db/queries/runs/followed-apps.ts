import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { appCompetitors, followedApps, trackedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { isFollowed } from "./due-conditions.ts";

/**
 * Triggers insert the rows (`db/migrations/0027_find_due_apps_by_an_index.sql`) but delete none, since they do not see
 * concurrent followers. The daily upkeep deletes rows, and inserts any that triggers have missed.
 */

const page = sql`LIMIT 5000`;

const f = alias(followedApps, "f");

const pageSchema = () =>
  z.object({
    changed: z.int(),
    last: z.int().nullable(),
  });

type After = Placeholders<{ readonly after: number }>;

/** Rows of the last hour stay, since this statement may have begun before somebody followed the app. */
export const deleteUnfollowedApps = statement({
  name: "delete_unfollowed_apps",
  effect: "writes",
  returns: "only",
  row: pageSchema,
  sql: ({ after }: After) => sql`
    WITH page AS MATERIALIZED (
      SELECT ${f.appId}, ${isFollowed(f.appId)} AS is_followed FROM ${followedApps} f
      WHERE ${f.appId} > ${after} ORDER BY ${f.appId} ${page}
    ),
    deleted AS (
      DELETE FROM ${followedApps} f WHERE ${f.appId} = ANY (ARRAY(SELECT app_id FROM page WHERE NOT is_followed))
        AND ${f.followedAt} < now() - interval '1 hour'
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS changed, (SELECT max(app_id) FROM page) AS last`,
});

export const addMissedFollowedApps = statement({
  name: "add_missed_followed_apps",
  effect: "writes",
  returns: "only",
  row: pageSchema,
  sql: ({ after }: After) => sql`
    WITH page AS MATERIALIZED (
      SELECT app_id FROM (
        (SELECT DISTINCT ${trackedApps.appId} FROM ${trackedApps} WHERE ${trackedApps.appId} > ${after}::int
          ORDER BY ${trackedApps.appId} ${page})
        UNION
        (SELECT DISTINCT ${appCompetitors.competitorAppId} FROM ${appCompetitors}
          WHERE ${appCompetitors.competitorAppId} > ${after}::int ORDER BY ${appCompetitors.competitorAppId} ${page})
      ) followed ORDER BY app_id ${page}
    ),
    added AS MATERIALIZED (
      SELECT follow_app(app_id) FROM page
      WHERE NOT EXISTS (SELECT 1 FROM ${followedApps} f WHERE ${f.appId} = page.app_id) ORDER BY app_id
    )
    SELECT (SELECT count(*)::int FROM added) AS changed, (SELECT max(app_id) FROM page) AS last`,
});
