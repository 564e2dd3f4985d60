import type { Graph } from "./imports.ts";

/** Returns the circles of a graph: the largest sets of nodes that all lead to each other. */
export function findCircles(graph: Graph): readonly (readonly string[])[] {
  const nodes = [...graph.keys()].toSorted();
  const reached = new Map(nodes.map((node) => [node, reachedFrom(node, graph)]));
  const leads = (from: string, to: string) => reached.get(from)?.has(to) ?? false;
  const inCircles = nodes.filter((node) => leads(node, node));
  const firstOf = (node: string) => inCircles.find((other) => leads(node, other) && leads(other, node));
  return [...Map.groupBy(inCircles, firstOf).values()];
}

/** Returns the node itself only where a way leads back to it. */
function reachedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [...(graph.get(start) ?? [])];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    pending.push(...(graph.get(node) ?? []));
  }
  return reached;
}
