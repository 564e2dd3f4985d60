import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { AppError, notFound } from "../errors.ts";
import { type Contract, DASHBOARD_PREFIX, DOCUMENTATION_PREFIX, fullPath } from "./contract.ts";
import { transportHeaders } from "./encrypted-transport.ts";
import { headersOfEveryResponse, problemResponse } from "./error-response.ts";

/** The part of a contract that routes requests. Pages have routes of HEAD too. */
export type RoutedBy = Pick<Contract, "prefix" | "path"> & { readonly method: Contract["method"] | "HEAD" };

type Route = { readonly method: string; readonly path: RegExp; readonly breadth: number };

type Request = Pick<APIGatewayProxyEventV2, "rawPath" | "rawQueryString" | "routeKey" | "headers"> & {
  readonly requestContext: { readonly http: { readonly method: string } };
};

type Redirect = {
  readonly page: string;
  readonly from: string;
  readonly statusCode: number;
  readonly location: string;
};

/** To pages, where there are any. Relative, so that they work behind any host and base path. */
const redirects: readonly Redirect[] = [
  { page: DOCUMENTATION_PREFIX, from: `${DOCUMENTATION_PREFIX}/`, statusCode: 308, location: "../documentation" },
  { page: DASHBOARD_PREFIX, from: `${DASHBOARD_PREFIX}/`, statusCode: 308, location: "../dashboard" },
  { page: DASHBOARD_PREFIX, from: "/", statusCode: 302, location: "dashboard" },
];

/**
 * Returns the handler of requests that no route matches: 404, or 405 if the path exists with other methods. If other
 * origins may call, the gateway routes preflights here too and adds the headers itself.
 */
export function createFallback(routed: readonly RoutedBy[]) {
  const routes = routed.map(toRoute);
  const pages = new Set(routed.map(fullPath));
  const available = redirects.filter(({ page }) => pages.has(page));

  return async (event: Request): Promise<APIGatewayProxyStructuredResultV2> => {
    if (isPreflight(event)) return { statusCode: 204 };
    const response = respond(event);
    return { ...response, headers: { ...response.headers, ...transportHeaders(event.headers) } };
  };

  function respond(event: Request): APIGatewayProxyStructuredResultV2 {
    const redirect = available.find(({ from }) => from === event.rawPath);
    if (redirect !== undefined) return redirectTo(redirect, event.rawQueryString);
    const allowed = methodsOf(routes, event.rawPath);
    // The route of a page's files calls this for an unknown one: its method is allowed, so this is a 404.
    const isTaken = allowed.includes(event.requestContext.http.method);
    if (allowed.length === 0 || isTaken) return problemResponse(notFound());

    const rejection = problemResponse(new AppError("method_not_allowed", "The address does not support this method."));
    return { ...rejection, headers: { ...rejection.headers, allow: [...new Set(allowed)].toSorted().join(", ") } };
  }
}

function isPreflight({ routeKey, headers }: Request): boolean {
  return routeKey.startsWith("OPTIONS ") && headers["access-control-request-method"] !== undefined;
}

/** The query chooses what a page shows, so a redirect keeps it. */
function redirectTo({ statusCode, location }: Redirect, query: string): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { ...headersOfEveryResponse, location: query === "" ? location : `${location}?${query}` },
  };
}

/** Returns the methods of the most specific matching routes only: `/assets/{asset}` takes precedence over `/{path+}`. */
function methodsOf(routes: readonly Route[], rawPath: string): readonly string[] {
  const matching = routes.filter(({ path }) => path.test(rawPath));
  const least = Math.min(...matching.map(({ breadth }) => breadth));
  return matching.filter(({ breadth }) => breadth === least).map(({ method }) => method);
}

const PARAMETER = "[^/]+";
const GREEDY = ".+";
/** More than any number of parameters in one path. */
const GREEDY_BREADTH = 100;

function toRoute(routed: RoutedBy): Route {
  const segments = fullPath(routed).split("/").map(patternOf);
  const parameters = segments.filter((segment) => segment === PARAMETER).length;
  return {
    method: routed.method,
    path: new RegExp(`^${segments.join("/")}$`),
    breadth: parameters + (segments.includes(GREEDY) ? GREEDY_BREADTH : 0),
  };
}

function patternOf(segment: string): string {
  if (!segment.startsWith("{")) return segment;
  return segment.endsWith("+}") ? GREEDY : PARAMETER;
}
