import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Returns an evenly spread number from 0 to below 1 for a text. PostgreSQL's own hash functions are undocumented and
 * may change between versions.
 */
export function spreadOf(text: SQLWrapper): SQL {
  const byte = (n: 0 | 1) => sql`get_byte(sha256(convert_to(${text}, 'UTF8')), ${sql`${n}`.inlineParams()})`;
  return sql`((256 * ${byte(0)} + ${byte(1)}) / 65536::float8)`;
}
