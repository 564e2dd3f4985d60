import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformSchema, platforms } from "../../../lib/domain/platform.ts";
import { apps } from "../../schema/apps.ts";
import { platformPauses } from "../../schema/stores.ts";
import { followedApps } from "../../schema/tracking.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

const a = alias(apps, "a");
const f = alias(followedApps, "f");
const p = alias(platformPauses, "p");

type Times = Placeholders<{ readonly overdueBefore: string }>;

/** Each platform is named, so that the planner knows how many rows are its own. */
const count = statement({
  name: "count_overdue_apps",
  effect: "reads",
  row: () => z.object({ platform: platformSchema(), followed: z.int(), overdue: z.int() }),
  sql: (times: Times) => {
    const counts = platforms.map((platform) => countsOf(platform, times));
    return sql`
    SELECT platform, sum(apps)::int AS followed, sum(overdue)::int AS overdue
    FROM (${sql.join(counts, sql` UNION ALL `)}) counts GROUP BY platform HAVING sum(apps) > 0`;
  },
});

/** Returns a query in which the row alone decides, unless the last run failed: `apps` then has the last sync. */
function countsOf(platform: Platform, times: Times): SQL {
  const before = overdueBeforeOf(platform, times);
  const counted = (readAt: SQL, isCounted: SQL) => sql`
    SELECT ${name(platform)} AS platform, count(*) FILTER (WHERE ${isCounted}) AS apps,
      count(*) FILTER (WHERE ${readAt} < ${before}) AS overdue`;
  const ofPlatform = sql`${f.platform} = ${name(platform)}`;
  return sql`
    ${counted(sql`nullif(${f.triedAt}, '-infinity')`, sql`true`)} FROM ${followedApps} f
    WHERE ${ofPlatform} AND ${f.failure} IS NULL
    UNION ALL ${counted(f.followedAt.getSQL(), sql`false`)} FROM ${followedApps} f
    WHERE ${ofPlatform} AND ${f.failure} IS NULL AND ${f.triedAt} = '-infinity'
    UNION ALL ${counted(sql`coalesce(${a.lastSyncedAt}, ${f.followedAt})`, sql`true`)}
    FROM ${followedApps} f JOIN ${apps} a ON ${a.id} = ${f.appId}
    WHERE ${ofPlatform} AND ${f.failure} = 'retried'`;
}

const name = (platform: Platform) => sql`${platform}::text`.inlineParams();

/** Returns an earlier time if a pause has delayed the apps. */
function overdueBeforeOf(platform: Platform, { overdueBefore }: Times): SQL {
  const given = sql`${overdueBefore}::timestamptz`;
  const resumedAt = sql`coalesce(${p.resumedAt}, now())`;
  return sql`coalesce((
    SELECT ${given} - (${resumedAt} - ${p.pausedAt}) FROM ${platformPauses} p
    WHERE ${p.platform} = ${name(platform)} AND ${resumedAt} >= ${given}), ${given})`;
}

/** Returns counts by platform. An app is available until a run finds it in no storefront. */
export function countOverdueApps(db: Db, overdueBefore: Date) {
  return count(db, { overdueBefore: overdueBefore.toISOString() });
}
