import type { HostedRoute } from "./model.ts";

export type RouteMatch = { readonly route: HostedRoute; readonly pathParameters: Readonly<Record<string, string>> };

type Segment = { readonly kind: "literal" | "parameter" | "greedy"; readonly name: string };
type CompiledRoute = { readonly route: HostedRoute; readonly method: string; readonly segments: readonly Segment[] };

const RANKS = { literal: 0, parameter: 1, greedy: 2 } as const;
const DEFAULT_ROUTE = "$default";

export function createRouteTable(routes: readonly HostedRoute[]) {
  const compiled = routes.filter(({ routeKey }) => routeKey !== DEFAULT_ROUTE).map(compile);
  compiled.sort(bySpecificity);
  const fallback = routes.find(({ routeKey }) => routeKey === DEFAULT_ROUTE);

  return (method: string, path: string): RouteMatch | undefined => {
    const parts = path.split("/").slice(1);
    for (const { route, method: wanted, segments } of compiled) {
      if (wanted !== "ANY" && wanted !== method) continue;
      const pathParameters = match(segments, parts);
      if (pathParameters) return { route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}

function compile(route: HostedRoute): CompiledRoute {
  const [method = "", path = ""] = route.routeKey.split(" ");
  return { route, method, segments: path.split("/").slice(1).map(readSegment) };
}

function readSegment(part: string): Segment {
  if (!part.startsWith("{")) return { kind: "literal", name: part };
  const name = part.slice(1, -1);
  return name.endsWith("+") ? { kind: "greedy", name: name.slice(0, -1) } : { kind: "parameter", name };
}

function bySpecificity(one: CompiledRoute, other: CompiledRoute): number {
  for (const [index, { kind }] of one.segments.entries()) {
    const difference = RANKS[kind] - RANKS[other.segments[index]?.kind ?? "literal"];
    if (difference !== 0) return difference;
  }
  return Number(one.method === "ANY") - Number(other.method === "ANY");
}

function match(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  if (!hasRightLength(segments, parts)) return undefined;

  const parameters: Record<string, string> = {};
  for (const [index, { kind, name }] of segments.entries()) {
    const part = kind === "greedy" ? parts.slice(index).join("/") : (parts[index] ?? "");
    if (part === "" || (kind === "literal" && part !== name)) return undefined;
    if (kind !== "literal") parameters[name] = part;
  }
  return parameters;
}

function hasRightLength(segments: readonly Segment[], parts: readonly string[]): boolean {
  return segments.at(-1)?.kind === "greedy" ? parts.length >= segments.length : parts.length === segments.length;
}
