import type postgres from "postgres";

import type { Db } from "../client.ts";

export type StatementValue = string | number | boolean | Uint8Array | null;

/**
 * A statement whose text never changes. The driver prepares it once per connection, so a hot statement that Drizzle's
 * builder cannot express is neither built, parsed nor planned again.
 */
export async function runFixedStatement<Row>(
  db: Db,
  text: string,
  values: readonly StatementValue[],
): Promise<readonly Row[]> {
  // Every Db is made by drizzle(client), which keeps the client here; the type of Db leaves it out.
  const { $client } = db as Db & { $client: postgres.Sql };
  return $client.unsafe<Row[] & postgres.Row[]>(text, [...values], { prepare: true });
}
