import type postgres from "postgres";

import type { CompiledStatement } from "../../../db/statement.ts";
import { flatten, type PlanNode } from "../../support/plans.ts";

export type Effort = {
  /** Pages of 8 KB that the statements looked at. */
  readonly buffers: number;
  /** Tables of history that were read from end to end. */
  readonly scanned: readonly string[];
};

type MeasuredNode = PlanNode & { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };

/** A table of it, or a partition of one. Of the others the tests of plans hold more rows than a bench needs. */
const history = /^(app_(versions|metrics|metric_|store_listing)|listing_texts|chart_days|chart_fetches)/;

/** Returns what these statements, with these values, make the server read. They are run. */
export async function explain(sql: postgres.Sql, statements: readonly CompiledStatement[]): Promise<Effort> {
  let buffers = 0;
  const scanned = new Set<string>();
  for (const { text, values } of statements) {
    const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
    const root: MeasuredNode = row?.["QUERY PLAN"][0].Plan;
    buffers += root["Shared Hit Blocks"] + root["Shared Read Blocks"];
    for (const node of flatten(root)) {
      const table = node["Relation Name"] ?? "";
      const isRead = (node["Actual Loops"] ?? 0) > 0;
      if (isRead && node["Node Type"] === "Seq Scan" && history.test(table)) scanned.add(table);
    }
  }
  return { buffers, scanned: [...scanned] };
}
