import { sql } from "drizzle-orm";
import * as z from "zod";

import { platformSchema } from "../../lib/domain/platform.ts";
import { apps } from "../schema/apps.ts";
import { type Db, type Placeholders, statement } from "../statement.ts";
import { joinedPause, pausedSince } from "./platform-pauses.ts";
import { watchedApps } from "./watched-apps.ts";

const lastLook = sql`coalesce(${apps.lastSyncedAt}, ${apps.createdAt})`;

const count = statement({
  name: "count_overdue_apps",
  effect: "reads",
  row: () => z.object({ platform: platformSchema(), followed: z.int(), overdue: z.int() }),
  sql: ({ overdueBefore }: Placeholders<{ overdueBefore: string }>) => sql`
    SELECT ${apps.platform}, count(*)::int AS followed,
      count(*) FILTER (WHERE ${lastLook} + ${pausedSince(lastLook)} < ${overdueBefore}::timestamptz)::int AS overdue
    FROM (${watchedApps}) followed
    JOIN ${apps} ON ${apps.id} = followed.app_id
    ${joinedPause(apps.platform)}
    WHERE ${apps.isAvailable}
    GROUP BY ${apps.platform}`,
});

/**
 * Returns for each platform how many available apps are followed, and how many of those were last synced before a time,
 * not counting pauses.
 */
export function countOverdueApps(db: Db, overdueBefore: Date) {
  return count(db, { overdueBefore: overdueBefore.toISOString() });
}
