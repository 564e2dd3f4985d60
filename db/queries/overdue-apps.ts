import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { pausedSince } from "./platform-pauses.ts";

type Followed = { readonly platform: Platform; readonly followed: number; readonly overdue: number };

const LAST_LOOK = "coalesce(a.last_synced_at, a.created_at)";

/** Of the available apps that somebody tracks or competes with, those whose data are older, less what was paused, by platform. */
export async function countOverdueApps(db: Db, overdueBefore: Date): Promise<readonly Followed[]> {
  return db.execute<Followed>(sql`
    SELECT a.platform, count(*)::int AS followed,
      count(*) FILTER (
        WHERE ${sql.raw(`${LAST_LOOK} + ${pausedSince(LAST_LOOK)}`)} < ${overdueBefore.toISOString()}::timestamptz
      )::int AS overdue
    FROM (SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors) f
    JOIN apps a ON a.id = f.app_id
    LEFT JOIN platform_pauses pause ON pause.platform = a.platform
    WHERE a.is_available
    GROUP BY a.platform`);
}
