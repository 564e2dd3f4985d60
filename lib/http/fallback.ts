import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { AppError } from "../errors.ts";
import { API_PREFIX, type Contract } from "./contract.ts";
import { problemResponse } from "./error-response.ts";
import { nothingHere } from "./parse-input.ts";

type Route = { readonly method: string; readonly path: RegExp };

type Request = Pick<APIGatewayProxyEventV2, "rawPath"> & {
  readonly requestContext: { readonly http: { readonly method: string } };
};

/** Answers what no route matches: 404, or 405 where the path is known and the method is not. */
export function createFallback(contracts: readonly Contract[]) {
  const routes = contracts.map(toRoute);

  return async (event: Request): Promise<APIGatewayProxyStructuredResultV2> => {
    const allowed = routes.filter(({ path }) => path.test(event.rawPath)).map(({ method }) => method);
    if (allowed.length === 0) return problemResponse(nothingHere());

    const refusal = problemResponse(new AppError("method_not_allowed", "The address does not support this method."));
    return { ...refusal, headers: { ...refusal.headers, allow: [...new Set(allowed)].toSorted().join(", ") } };
  };
}

function toRoute({ method, path }: Contract): Route {
  const segments = (API_PREFIX + path).split("/").map((segment) => (segment.startsWith("{") ? "[^/]+" : segment));
  return { method, path: new RegExp(`^${segments.join("/")}$`) };
}
