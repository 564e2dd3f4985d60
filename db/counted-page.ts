import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

export const countedPageSchema = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), rows: z.array(row) });

/** Returns a query for a count and a page of one snapshot, so that they never contradict each other. */
export function countedPage({ total, page }: { readonly total: SQL; readonly page: SQL }): SQL {
  return sql`SELECT (${total}) AS total, coalesce((SELECT json_agg(page) FROM (${page}) page), '[]') AS rows`;
}
