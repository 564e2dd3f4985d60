import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformSchema } from "../../../lib/domain/platform.ts";
import { BLOCKED_SECONDS, DOUBLINGS_MAX } from "../../../lib/domain/store-hosts.ts";
import { appMetricCoverage } from "../../schema/metrics.ts";
import { platformPauses, storeBudgets } from "../../schema/stores.ts";
import { followedApps } from "../../schema/tracking.ts";
import { type Placeholders, statement } from "../../statement.ts";

const b = alias(storeBudgets, "b");

/** A class without a request in this time after a block is one that nobody needs. */
const NEXT_REQUEST = sql`interval '10 minutes'`;

/**
 * Earlier blocks follow the rule of `db/queries/budgets/class-reports.ts`, although stores may have stated longer ones.
 */
const earlierSeconds = sql`(SELECT coalesce(sum(least(${BLOCKED_SECONDS.max}::float8,
    ${BLOCKED_SECONDS.first}::float8 * 2 ^ least(earlier, ${DOUBLINGS_MAX}::integer))), 0)
  FROM generate_series(0, ${b.throttledInARow} - 2) AS earlier)`;

export const listBlockedClasses = statement({
  name: "list_blocked_classes",
  effect: "reads",
  row: () => z.object({ bucket: z.string(), blocked_seconds: z.number() }),
  sql: () => sql`
    SELECT ${b.bucket},
      (${earlierSeconds} + extract(epoch FROM ${b.blockedUntil} - ${b.throttledAt}))::float8 AS blocked_seconds
    FROM ${storeBudgets} b
    WHERE ${b.throttledInARow} > 0 AND ${b.blockedUntil} > clock_timestamp() - ${NEXT_REQUEST}`,
});

const p = alias(platformPauses, "p");

export const listCurrentPauses = statement({
  name: "list_current_pauses",
  effect: "reads",
  row: () => z.object({ platform: platformSchema(), seconds: z.number() }),
  sql: () => sql`
    SELECT ${p.platform}, extract(epoch FROM clock_timestamp() - ${p.pausedAt})::float8 AS seconds
    FROM ${platformPauses} p WHERE ${p.resumedAt} IS NULL`,
});

const f = alias(followedApps, "f");
const c = alias(appMetricCoverage, "c");

type Day = { readonly platform: Platform; readonly day: string; readonly storefronts: number };

/** Returns 100 without followed apps. */
export const coveredPercent = statement({
  name: "covered_percent",
  effect: "reads",
  returns: "only",
  row: () => z.object({ percent: z.number() }),
  sql: ({ platform, day, storefronts }: Placeholders<Day>) => sql`
    SELECT coalesce(100 * avg(CASE WHEN ${c.appId} IS NULL THEN 0
      ELSE greatest(0, 1 - cardinality(${c.missingCountryCodes}) / ${storefronts}::float8) END), 100)::float8 AS percent
    FROM ${followedApps} f LEFT JOIN ${appMetricCoverage} c ON ${c.appId} = ${f.appId} AND ${c.day} = ${day}::date
    WHERE ${f.platform} = ${platform} AND ${f.failure} IS DISTINCT FROM 'gone'
      AND ${f.followedAt} < ${day}::date::timestamp AT TIME ZONE 'UTC'`,
});
