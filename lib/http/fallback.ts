import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { AppError, notFound } from "../errors.ts";
import { type Contract, DOCUMENTATION_PREFIX, fullPath } from "./contract.ts";
import { headersOfEveryResponse, problemResponse } from "./error-response.ts";

/** What a request is routed by. */
export type RoutedBy = Pick<Contract, "method" | "prefix" | "path">;

type Route = { readonly method: string; readonly path: RegExp; readonly parameters: number };

type Request = Pick<APIGatewayProxyEventV2, "rawPath" | "routeKey" | "headers"> & {
  readonly requestContext: { readonly http: { readonly method: string } };
};

/** For who ends the page's address with a slash. Relative, so that it holds behind any host and base path. */
const toPage = { statusCode: 308, headers: { ...headersOfEveryResponse, location: "../documentation" } };

/**
 * Returns what no route matches: 404, or 405 where the path is known and the method is not. Where other origins may
 * call, the gateway routes preflights here too and adds the headers itself.
 */
export function createFallback(routed: readonly RoutedBy[]) {
  const routes = routed.map(toRoute);
  const hasPage = routed.some((one) => fullPath(one) === DOCUMENTATION_PREFIX);

  return async (event: Request): Promise<APIGatewayProxyStructuredResultV2> => {
    if (isPreflight(event)) return { statusCode: 204 };
    if (hasPage && event.rawPath === `${DOCUMENTATION_PREFIX}/`) return toPage;
    const allowed = methodsOf(routes, event.rawPath);
    // A route that takes the method has found nothing itself.
    const isTaken = allowed.includes(event.requestContext.http.method);
    if (allowed.length === 0 || isTaken) return problemResponse(notFound());

    const rejection = problemResponse(new AppError("method_not_allowed", "The address does not support this method."));
    return { ...rejection, headers: { ...rejection.headers, allow: [...new Set(allowed)].toSorted().join(", ") } };
  };
}

function isPreflight({ routeKey, headers }: Request): boolean {
  return routeKey.startsWith("OPTIONS ") && headers["access-control-request-method"] !== undefined;
}

/** Of the most specific routes alone: where `/session` is known, `/{asset}` is not asked. */
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
