import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

import { type Db, type Placeholders, statement } from "../../statement.ts";

/** The maximum of rows that one statement reads and deletes. Locked rows are left to the next upkeep. */
export const BATCH_ROWS = 5_000;

export const batch = sql`LIMIT ${BATCH_ROWS}`.inlineParams();

type Deletion<Input> = {
  readonly name: string;
  readonly table: PgTable;
  readonly oldestBy: PgColumn;
  readonly isExpired: (input: Placeholders<Input>) => SQL;
};

/** Returns a function that deletes one batch and returns the number of its rows. */
export function deletion<Input extends object>({ name, table, oldestBy, isExpired }: Deletion<Input>) {
  const remove = statement({
    name,
    effect: "writes",
    sql: (input: Placeholders<Input>) => sql`
      WITH expired AS (
        SELECT ctid FROM ${table} WHERE ${isExpired(input)} ORDER BY ${oldestBy} ${batch} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM expired)) RETURNING 1`,
  });
  return async (db: Db, input: Input): Promise<number> => (await remove(db, input)).length;
}
