import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import type { Db } from "../client.ts";
import { pausedSince } from "./platform-pauses.ts";

/** Seconds by which the oldest chart that is due, of these days, lies behind its time, less what was paused; 0 when none does. */
export async function measureChartLag(
  db: Db,
  input: { platform: Platform; days: { readonly oldest: string; readonly newest: string } },
): Promise<number> {
  const { platform, days } = input;
  const [row] = await db.execute<{ seconds: number }>(sql`
    SELECT coalesce(extract(epoch FROM now() - oldest.due_at - ${sql.raw(pausedSince("oldest.due_at"))}), 0)::float8 AS seconds
    FROM (
      SELECT min(next_attempt_at) AS due_at FROM chart_fetches
      WHERE platform = ${platform} AND outcome IS NULL AND next_attempt_at < now()
        AND chart_date BETWEEN ${days.oldest}::date AND ${days.newest}::date) oldest
    LEFT JOIN platform_pauses pause ON pause.platform = ${platform}`);
  return row?.seconds ?? 0;
}
