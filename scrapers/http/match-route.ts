import type { Parameters, ServedRoute } from "./route.ts";
import { RequestError } from "./store-errors.ts";

/** The route of a path as a function URL gives it: still percent-encoded, decoded here and nowhere else. */
export function matchRoute<Store>(
  routes: readonly ServedRoute<Store>[],
  rawPath: string,
): { readonly route: ServedRoute<Store>; readonly parameters: Parameters } {
  const segments = rawPath.split("/").slice(1).map(decodeSegment);
  for (const route of routes) {
    const parameters = matchSegments(route.path.split("/").slice(1), segments);
    if (parameters !== undefined) return { route, parameters };
  }
  // Not 404: callers take that status for the store's word on an app.
  throw new RequestError(400, "No such route");
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Parameters | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) parameters[expected.slice(1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return parameters;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RequestError(422, "path: not valid percent-encoding");
  }
}
