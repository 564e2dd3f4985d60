import { sql } from "drizzle-orm";
import * as z from "zod";

import type { DayAllowance } from "../../../lib/domain/day-allowance.ts";
import { dayAllowances } from "../../schema/accounts.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";

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
  sql: ({ userId, allowance }: Placeholders<Used>) => sql`
    UPDATE ${dayAllowances} SET used = ${dayAllowances.used} - 1
    WHERE ${dayAllowances.userId} = ${userId} AND ${dayAllowances.allowance} = ${allowance}
      AND ${dayAllowances.used} > 0 AND ${dayAllowances.day} = ${today}`,
});

const takeWhole = statement({
  name: "take_whole_syncs",
  effect: "writes",
  returns: "only",
  row: () => z.object({ used: z.int() }),
  sql: ({ userId, wanted }: Placeholders<{ readonly userId: number; readonly wanted: number }>) => sql`
    INSERT INTO ${dayAllowances} (user_id, allowance, day, used)
    VALUES (${userId}, 'whole_syncs', ${today}, ${wanted}::int)
    ON CONFLICT (user_id, allowance) DO UPDATE SET day = excluded.day,
      used = excluded.used + CASE WHEN ${dayAllowances.day} = excluded.day THEN ${dayAllowances.used} ELSE 0 END
    RETURNING used`,
});

/** Returns how many of the user's wanted first syncs are whole. All of them are counted. */
export async function takeWholeSyncs(
  db: Db,
  { allowed, userId, wanted }: { readonly userId: number; readonly wanted: number; readonly allowed: number },
): Promise<number> {
  const { used } = await takeWhole(db, { userId, wanted });
  return Math.min(wanted, Math.max(0, allowed - (used - wanted)));
}
