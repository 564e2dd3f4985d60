import * as z from "zod";

import type { CompiledStatement, Db } from "../../db/statement.ts";

export type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
};

const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.custom<PlanNode>() })]) })]);

type Explained = { readonly name: string; readonly nodes: readonly PlanNode[] };

/**
 * The plans of the statements that some work sends: each is explained, and found to have no rows. `analyze` runs it
 * too, so that the nodes say what was read, but still returns no rows.
 */
export async function explainWork(
  db: Db,
  work: (db: Db) => Promise<unknown>,
  options: { readonly analyze?: boolean } = {},
): Promise<readonly Explained[]> {
  const plans: Explained[] = [];
  const explain = options.analyze ? "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON)" : "EXPLAIN (FORMAT JSON)";
  const run = async (statement: CompiledStatement) => {
    const rows = await db.run({ ...statement, text: `${explain} ${statement.text}`, isFixed: false });
    const [row] = explained.parse(rows);
    plans.push({ name: statement.name, nodes: flatten(row["QUERY PLAN"][0].Plan) });
    return [];
  };
  // Work that needs a row ends with an error here: its statements have been explained by then.
  await work({ ...db, run }).catch(() => undefined);
  return plans;
}

/** Returns a node and all below it. */
export function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
