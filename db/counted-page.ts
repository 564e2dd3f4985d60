import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

/** Returns the schema of what `countedPage` selects. */
export const countedPageSchema = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

/**
 * Returns a query for one row: how many rows a list has, and those of one page of it, which may be beyond its end. Both
 * are of one snapshot, so they never contradict each other.
 */
export function countedPage({ total, page }: { readonly total: SQL; readonly page: SQL }): SQL {
  return sql`SELECT (${total}) AS total, coalesce((SELECT json_agg(page) FROM (${page}) page), '[]') AS rows`;
}
