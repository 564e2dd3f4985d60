import type { PlanNode } from "./plans.ts";

/** What a plan that ran has read of a table, or of the partitions of one. */
export type RowsRead = {
  readonly rows: number;
  /** Names of those that were looked at, pruned ones not among them. */
  readonly partitions: readonly string[];
  readonly isScanned: boolean;
};

export function rowsReadOf(nodes: readonly PlanNode[], table: string): RowsRead {
  const looked = nodes.filter((node) => node["Relation Name"]?.startsWith(table) && (node["Actual Loops"] ?? 0) > 0);
  const rowsOf = (node: PlanNode) =>
    ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0);
  return {
    rows: looked.reduce((sum, node) => sum + rowsOf(node), 0),
    partitions: [...new Set(looked.map((node) => node["Relation Name"] ?? ""))].toSorted(),
    isScanned: looked.some((node) => node["Node Type"] === "Seq Scan" && rowsOf(node) > 0),
  };
}
