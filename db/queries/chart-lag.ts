import { sql } from "drizzle-orm";
import * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { chartFetches } from "../schema/chart-fetches.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../statement.ts";
import { isUnfinished } from "./chart-conditions.ts";
import { joinedPause, pausedSince } from "./platform-pauses.ts";

type Days = { readonly oldest: string; readonly newest: string };

const dueAt = sql`oldest.due_at`;

const measure = statement({
  name: "measure_chart_lag",
  effect: "reads",
  row: () => z.object({ seconds: z.number() }),
  sql: ({ platform, oldest, newest }: Placeholders<Days & { platform: Platform }>) => sql`
    SELECT coalesce(extract(epoch FROM now() - ${dueAt} - ${pausedSince(dueAt)}), 0)::float8 AS seconds
    FROM (
      SELECT min(${chartFetches.nextAttemptAt}) AS due_at FROM ${chartFetches}
      WHERE ${chartFetches.platform} = ${platform} AND ${isUnfinished} AND ${chartFetches.nextAttemptAt} < now()
        AND ${chartFetches.chartDate} BETWEEN ${oldest}::date AND ${newest}::date) oldest
    ${joinedPause(platform)}`,
});

/**
 * Returns the seconds by which the oldest chart that is due, of these days, lies behind its time, less what was paused;
 * 0 when none does.
 */
export async function measureChartLag(db: Db, { platform, days }: { platform: Platform; days: Days }): Promise<number> {
  return onlyRow(await measure(db, { platform, ...days })).seconds;
}
