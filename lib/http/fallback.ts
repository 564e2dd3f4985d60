import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { AUTHORIZE_PATH, TOKEN_PATH } from "../domain/oauth.ts";
import { AppError, notFound } from "../errors.ts";
import { type Contract, DASHBOARD_PREFIX, DOCUMENTATION_PREFIX, fullPath } from "./contract.ts";
import { transportHeaders } from "./encrypted-transport.ts";
import { headersOfEveryResponse, problemResponse } from "./error-response.ts";

/** The routing part of a contract. Pages also have routes of HEAD. */
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

/** Redirects to pages. They are relative, so they work behind any host and base path. */
const redirects: readonly Redirect[] = [
  { page: DOCUMENTATION_PREFIX, from: `${DOCUMENTATION_PREFIX}/`, statusCode: 308, location: "../documentation" },
  { page: DASHBOARD_PREFIX, from: `${DASHBOARD_PREFIX}/`, statusCode: 308, location: "../dashboard" },
  { page: DASHBOARD_PREFIX, from: "/", statusCode: 302, location: "dashboard" },
  // The client knows the address by the metadata of the server, and the dashboard has the page.
  { page: TOKEN_PATH, from: AUTHORIZE_PATH, statusCode: 302, location: "../dashboard/authorize" },
];

/**
 * Returns the handler of unmatched requests: 404, or 405 if the path has other methods. With CORS, the gateway routes
 * preflights here and adds the headers itself.
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
    // The route of a page's files also calls this for an unknown file, whose method is allowed. That is a 404.
    const isTaken = allowed.includes(event.requestContext.http.method);
    if (allowed.length === 0 || isTaken) return problemResponse(notFound());

    const rejection = problemResponse(new AppError("method_not_allowed", "The address does not support this method."));
    return { ...rejection, headers: { ...rejection.headers, allow: [...new Set(allowed)].toSorted().join(", ") } };
  }
}

function isPreflight({ routeKey, headers }: Request): boolean {
  return routeKey.startsWith("OPTIONS ") && headers["access-control-request-method"] !== undefined;
}

/** The query is part of the page's state, so a redirect keeps it. */
function redirectTo({ statusCode, location }: Redirect, query: string): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { ...headersOfEveryResponse, location: query === "" ? location : `${location}?${query}` },
  };
}

/** Returns the methods of only the most specific matching routes: `/assets/{asset}` precedes `/{path+}`. */
function methodsOf(routes: readonly Route[], rawPath: string): readonly string[] {
  const matching = routes.filter(({ path }) => path.test(rawPath));
  const least = Math.min(...matching.map(({ breadth }) => breadth));
  return matching.filter(({ breadth }) => breadth === least).map(({ method }) => method);
}

const PARAMETER = "[^/]+";
const GREEDY = ".+";
/** More than the number of parameters in any path. */
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
