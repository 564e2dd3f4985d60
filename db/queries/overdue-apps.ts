import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";

type Followed = { readonly platform: Platform; readonly followed: number; readonly overdue: number };

/** Of the available apps that somebody tracks or competes with, those whose data are older than that, by platform. */
export async function countOverdueApps(db: Db, overdueBefore: Date): Promise<readonly Followed[]> {
  return db.execute<Followed>(sql`
    SELECT a.platform, count(*)::int AS followed,
      count(*) FILTER (
        WHERE coalesce(a.last_synced_at, a.created_at) < ${overdueBefore.toISOString()}::timestamptz)::int AS overdue
    FROM (SELECT app_id FROM tracked_apps UNION SELECT competitor_app_id FROM app_competitors) f
    JOIN apps a ON a.id = f.app_id
    WHERE a.is_available
    GROUP BY a.platform`);
}
