import { ABSENCE_HEADER } from "../contracts/records.ts";
import type { Parameters } from "./route.ts";
import type { DescribedFailure } from "./store-errors.ts";
import { InvalidRequestError } from "./store-errors.ts";

export type FunctionUrlEvent = {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly requestId: string; readonly http: { readonly method: string } };
};

export type FunctionUrlResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Rejects a repeated parameter, since either value could be the intended one. */
export function readQuery(event: FunctionUrlEvent): Parameters {
  const parameters = [...new URLSearchParams(event.rawQueryString)];
  const names = new Set(parameters.map(([name]) => name));
  if (names.size < parameters.length) throw new InvalidRequestError(422, "query: a parameter is given twice");
  return Object.fromEntries(parameters);
}

export function readCorrelationId(event: FunctionUrlEvent): string {
  const given = event.headers["x-correlation-id"];
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : event.requestContext.requestId;
}

export function respondFound(body: unknown): FunctionUrlResponse {
  return respondWithJson(200, body);
}

export function respondWithFailure({ body, retryAfterSeconds, absence }: DescribedFailure): FunctionUrlResponse {
  const headers = {
    ...(retryAfterSeconds !== null && { "retry-after": String(retryAfterSeconds) }),
    ...(absence !== undefined && { [ABSENCE_HEADER]: absence }),
  };
  return respondWithJson(body.statusCode, body, headers);
}

function respondWithJson(statusCode: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { statusCode, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
