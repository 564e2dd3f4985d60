import * as z from "zod";

import type { CompiledStatement, Db, StatementValue } from "../../db/statement.ts";

export type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  /** The label of the first node of a common table expression: `CTE` and its name. */
  readonly "Subplan Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
};

const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.custom<PlanNode>() })]) })]);

type Explained = { readonly name: string; readonly nodes: readonly PlanNode[] };

/** Whether the plan is made for the values, or for any: PostgreSQL takes either for a statement that is prepared. */
export type PlanMode = "force_custom_plan" | "force_generic_plan";

type Options = {
  /** Runs the statement too, with its effect, so that the nodes say what was read. It still returns no rows. */
  readonly analyze?: boolean;
  /** Default: for the values. */
  readonly mode?: PlanMode;
};

/** Returns the plans of the statements that some work sends: each is explained, and found to have no rows. */
export async function explainWork(
  db: Db,
  work: (db: Db) => Promise<unknown>,
  options: Options = {},
): Promise<readonly Explained[]> {
  const plans: Promise<Explained>[] = [];
  const run = async (statement: CompiledStatement) => {
    const plan = explain(db, statement, options);
    plans.push(plan);
    await plan;
    return [];
  };
  // Work that needs a row ends with an error here: its statements have been explained by then.
  await work({ ...db, run }).catch(() => undefined);
  return Promise.all(plans);
}

/** Prepares the statement as the driver does, and explains it on the same connection in one message and transaction. */
async function explain(db: Db, statement: CompiledStatement, { analyze, mode }: Options): Promise<Explained> {
  const values = statement.values.map(literal).join(", ");
  const text = `
    SET LOCAL plan_cache_mode = ${mode ?? "force_custom_plan"};
    PREPARE explained AS ${statement.text};
    EXPLAIN (${analyze ? "ANALYZE, TIMING OFF, " : ""}FORMAT JSON) EXECUTE explained${values && `(${values})`};
    DEALLOCATE explained`;
  const results = await db.run({ ...statement, text, values: [], isPrepared: false });
  const [row] = explained.parse(results.flat());
  return { name: statement.name, nodes: flatten(row["QUERY PLAN"][0].Plan) };
}

function literal(value: StatementValue): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** Returns a node and all below it. */
export function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
