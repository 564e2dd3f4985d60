import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import type { OperationExample } from "../../lib/http/openapi-example.ts";

export type Service = { readonly url: string; readonly token?: string | undefined };
export type OperationRequest = Partial<Pick<OperationExample, "params" | "query" | "body">>;
export type OperationResponse = { readonly status: number; readonly body: Readonly<Record<string, unknown>> | null };

const REQUEST_MS_MAX = 35_000;
const UNAVAILABLE = 503;
const ATTEMPTS_MAX = 5;
const RETRY_INTERVAL_MS = 2_000;

const bodySchema = z.record(z.string(), z.unknown());

/** Repeats the request if the response says that the service is busy. Throws for any other error of the service. */
export async function callOperation(
  service: Service,
  operation: string,
  request: OperationRequest = {},
): Promise<OperationResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send(service, operation, request);
    if (response.status < 500) return response;
    if (attempt === ATTEMPTS_MAX || response.status !== UNAVAILABLE)
      throw new Error(describeResponse(operation, response));
    await sleep(RETRY_INTERVAL_MS);
  }
}

export function describeResponse(operation: string, { status, body }: OperationResponse): string {
  return `${operation} responded with ${status}: ${JSON.stringify(body)}`;
}

async function send(
  { url, token }: Service,
  operation: string,
  { params = {}, query = {}, body = null }: OperationRequest,
): Promise<OperationResponse> {
  const { method, path } = contractOf(operation);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(`${url}${API_PREFIX}${filled}?${new URLSearchParams(pairs)}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === null ? {} : { "content-type": "application/json" }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : bodySchema.parse(JSON.parse(text)) };
}

function contractOf(operation: string) {
  const found = endpoints.find(({ contract }) => contract.operation === operation);
  if (found === undefined) throw new Error(`No operation is called ${operation}.`);
  return found.contract;
}
