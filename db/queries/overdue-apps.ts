import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { followedApps } from "../schema/tracking.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { joinedPause, pausedSince } from "./platform-pauses.ts";

const a = alias(apps, "a");
const f = alias(followedApps, "f");

const lastLook = sql`coalesce(${a.lastSyncedAt}, ${a.createdAt})`;

/** Counts all rows by an index alone, and reads the apps of those that no storefront has and that may be overdue. */
const count = statement({
  name: "count_overdue_apps",
  effect: "reads",
  row: () => z.object({ platform: platformSchema(), followed: z.int(), overdue: z.int() }),
  sql: ({ overdueBefore }: Placeholders<{ overdueBefore: string }>) => sql`
    WITH everywhere AS (SELECT ${f.platform}, count(*) AS apps FROM ${followedApps} f GROUP BY ${f.platform}),
    gone AS (
      SELECT ${f.platform}, count(*) AS apps FROM ${apps} a JOIN ${followedApps} f ON ${f.appId} = ${a.id}
      WHERE NOT ${a.isAvailable} GROUP BY ${f.platform}
    ),
    late AS (
      SELECT ${f.platform}, count(*) AS apps FROM ${followedApps} f JOIN ${apps} a ON ${a.id} = ${f.appId}
      ${joinedPause(a.platform)}
      WHERE (${f.triedAt} < ${overdueBefore}::timestamptz OR ${f.failure} IS NOT NULL) AND ${a.isAvailable}
        AND ${lastLook} + ${pausedSince(lastLook)} < ${overdueBefore}::timestamptz
      GROUP BY ${f.platform}
    )
    SELECT platform, (everywhere.apps - coalesce(gone.apps, 0))::int AS followed, coalesce(late.apps, 0)::int AS overdue
    FROM everywhere LEFT JOIN gone USING (platform) LEFT JOIN late USING (platform)
    WHERE everywhere.apps > coalesce(gone.apps, 0)`,
});

/**
 * Returns for each platform how many available apps are followed, and how many of those were last synced before a time,
 * not counting pauses.
 */
export function countOverdueApps(db: Db, overdueBefore: Date) {
  return count(db, { overdueBefore: overdueBefore.toISOString() });
}
