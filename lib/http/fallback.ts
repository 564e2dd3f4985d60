import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { AppError, notFound } from "../errors.ts";
import { type Contract, DOCUMENTATION_PREFIX, fullPath } from "./contract.ts";
import { headersOfEveryResponse, problemResponse } from "./error-response.ts";

/** The part of a contract that routes requests. */
export type RoutedBy = Pick<Contract, "method" | "prefix" | "path">;

type Route = { readonly method: string; readonly path: RegExp; readonly parameters: number };

type Request = Pick<APIGatewayProxyEventV2, "rawPath" | "routeKey" | "headers"> & {
  readonly requestContext: { readonly http: { readonly method: string } };
};

/** Redirects the page's path with a trailing slash. Relative, so that it works behind any host and base path. */
const toPage = { statusCode: 308, headers: { ...headersOfEveryResponse, location: "../documentation" } };

/**
 * Returns the handler of requests that no route matches: 404, or 405 if the path exists with other methods. If other
 * origins may call, the gateway routes preflights here too and adds the headers itself.
 */
export function createFallback(routed: readonly RoutedBy[]) {
  const routes = routed.map(toRoute);
  const hasPage = routed.some((one) => fullPath(one) === DOCUMENTATION_PREFIX);

  return async (event: Request): Promise<APIGatewayProxyStructuredResultV2> => {
    if (isPreflight(event)) return { statusCode: 204 };
    if (hasPage && event.rawPath === `${DOCUMENTATION_PREFIX}/`) return toPage;
    const allowed = methodsOf(routes, event.rawPath);
    // The documentation page's own route calls this for an unknown asset: its method is allowed, so this is a 404.
    const isTaken = allowed.includes(event.requestContext.http.method);
    if (allowed.length === 0 || isTaken) return problemResponse(notFound());

    const rejection = problemResponse(new AppError("method_not_allowed", "The address does not support this method."));
    return { ...rejection, headers: { ...rejection.headers, allow: [...new Set(allowed)].toSorted().join(", ") } };
  };
}

function isPreflight({ routeKey, headers }: Request): boolean {
  return routeKey.startsWith("OPTIONS ") && headers["access-control-request-method"] !== undefined;
}

/** Returns the methods of the most specific matching routes only: `/session` takes precedence over `/{asset}`. */
function methodsOf(routes: readonly Route[], rawPath: string): readonly string[] {
  const matching = routes.filter(({ path }) => path.test(rawPath));
  const fewest = Math.min(...matching.map(({ parameters }) => parameters));
  return matching.filter(({ parameters }) => parameters === fewest).map(({ method }) => method);
}

function toRoute(routed: RoutedBy): Route {
  const segments = fullPath(routed)
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "[^/]+" : segment));
  return {
    method: routed.method,
    path: new RegExp(`^${segments.join("/")}$`),
    parameters: segments.filter((segment) => segment === "[^/]+").length,
  };
}
