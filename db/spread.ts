import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Returns a number from 0 to below 1 that follows from a text. The numbers of many texts are spread evenly. They are the
 * same in every version of PostgreSQL, as those of its own hash functions, which it does not document, need not be.
 */
export function spreadOf(text: SQLWrapper): SQL {
  const byte = (n: 0 | 1) => sql`get_byte(sha256(convert_to(${text}, 'UTF8')), ${sql`${n}`.inlineParams()})`;
  return sql`((256 * ${byte(0)} + ${byte(1)}) / 65536::float8)`;
}
