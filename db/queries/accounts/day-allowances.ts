import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import * as z from "zod";

import type { DayAllowance, DayCount } from "../../../lib/domain/day-allowance.ts";
import { dayAllowances } from "../../schema/accounts.ts";
import { type Placeholders, statement } from "../../statement.ts";

type Used = { readonly userId: number; readonly allowance: DayAllowance };

const today = sql`(clock_timestamp() AT TIME ZONE 'UTC')::date`;

export const takeFromAllowance = statement({
  name: "take_from_allowance",
  effect: "writes",
  returns: "only",
  row: () =>
    z.object({
      is_taken: z.boolean(),
      seconds_left: z.number(),
    }),
  sql: (input: Placeholders<Used & { readonly allowed: number }>) => sql`
    WITH taken AS (
      INSERT INTO ${dayAllowances} (user_id, allowance, day, used)
      VALUES (${input.userId}, ${input.allowance}, ${today}, 1)
      ON CONFLICT (user_id, allowance) DO UPDATE SET day = excluded.day,
        used = CASE WHEN ${dayAllowances.day} = excluded.day THEN ${dayAllowances.used} + 1 ELSE 1 END
      WHERE ${dayAllowances.day} <> excluded.day OR ${dayAllowances.used} < ${input.allowed}::integer
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM taken) AS is_taken,
      (extract(epoch FROM ${today} + 1) - extract(epoch FROM clock_timestamp()))::float8 AS seconds_left`,
});

export const returnToAllowance = statement({
  name: "return_to_allowance",
  effect: "writes",
  sql: ({ userId, allowance }: Placeholders<{ readonly userId: number; readonly allowance: DayCount }>) => sql`
    UPDATE ${dayAllowances} SET used = ${dayAllowances.used} - 1
    WHERE ${dayAllowances.userId} = ${userId} AND ${dayAllowances.allowance} = ${allowance}
      AND ${dayAllowances.used} > 0 AND ${dayAllowances.day} = ${today}`,
});

type WholeSyncs = { readonly userId: SQLWrapper; readonly begun: SQL; readonly allowed: SQLWrapper };

/**
 * Returns CTEs: `whole` has as `runs` how many first syncs of the apps that a user begins to follow are whole. `begun`
 * is a query for their number `apps`. All of them are counted.
 */
export function wholeSyncs({ userId, begun, allowed }: WholeSyncs): SQL {
  return sql`
  begun AS MATERIALIZED (${begun}),
  counted AS (
    INSERT INTO ${dayAllowances} (user_id, allowance, day, used)
    SELECT ${userId}::int, 'whole_syncs', ${today}, begun.apps FROM begun WHERE begun.apps > 0
    ON CONFLICT (user_id, allowance) DO UPDATE SET day = excluded.day,
      used = excluded.used + CASE WHEN ${dayAllowances.day} = excluded.day THEN ${dayAllowances.used} ELSE 0 END
    RETURNING used
  ),
  whole AS MATERIALIZED (
    SELECT least(begun.apps, greatest(0, ${allowed}::int - (counted.used - begun.apps))) AS runs
    FROM begun CROSS JOIN counted
  )`;
}

/** Returns true if the first sync of an app that a user begins to follow is whole. It is counted in any case. */
export const takeWholeSync = statement({
  name: "take_whole_sync",
  effect: "writes",
  returns: "any",
  sql: ({ userId, allowed }: Placeholders<{ readonly userId: number; readonly allowed: number }>) => sql`
    WITH ${wholeSyncs({ userId: sql`${userId}`, begun: sql`SELECT 1 AS apps`, allowed: sql`${allowed}` })}
    SELECT 1 FROM whole WHERE runs > 0`,
});
