import { STATUS_CODES } from "node:http";
import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";

import type { ErrorCode } from "../errors.ts";
import { API_PREFIX, type Contract } from "./contract.ts";
import { PROBLEM_CONTENT_TYPE, statusByCode } from "./error-response.ts";

const TOKEN_SCHEME = "accessToken";

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Messages by field, nested fields dotted. With 422 alone." }),
  })
  .meta({ id: "Problem", description: "RFC 9457." });

const header = (description: string) => ({ description, schema: { type: "integer" as const } });

const limitHeaders = {
  "X-RateLimit-Limit": header("Requests allowed in a minute."),
  "X-RateLimit-Remaining": header("Requests left in this minute."),
};
const retryAfter = { "Retry-After": header("Seconds.") };

const refusalHeaders: Readonly<Record<number, ZodOpenApiResponseObject["headers"]>> = {
  401: { "WWW-Authenticate": { schema: { type: "string", const: "Bearer" } } },
  429: { ...limitHeaders, ...retryAfter, "X-RateLimit-Reset": header("Unix time at which the window ends.") },
  503: retryAfter,
};

/** The OpenAPI document of these endpoints. The same contracts give the same document. */
export function createOpenApiDocument(contracts: readonly Contract[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const contract of contracts) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: toOperation(contract) };
  }

  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Shelfwatch",
      version: "1",
      description: "Tracks apps on the App Store and Google Play: listings, metrics, charts, publishers, competitors.",
    },
    servers: [{ url: API_PREFIX }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].toSorted().map((name) => ({ name })),
    paths,
    components: { securitySchemes: { [TOKEN_SCHEME]: { type: "http", scheme: "bearer" } } },
  });
}

function toOperation(contract: Contract): ZodOpenApiOperationObject {
  return {
    operationId: contract.operation,
    summary: contract.summary,
    tags: [contract.tag],
    security: contract.access === "public" ? [] : [{ [TOKEN_SCHEME]: [] }],
    requestParams: { path: contract.params, query: contract.query },
    ...(contract.body === null
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: contract.body } } } }),
    responses: { ...successes(contract), ...refusals(contract) },
  };
}

function successes(contract: Contract): ZodOpenApiResponsesObject {
  const entries = Object.entries(contract.success).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[Number(status)] ?? status,
      headers: limitHeaders,
      ...(schema === null ? {} : { content: { "application/json": { schema } } }),
    },
  ]);
  return Object.fromEntries(entries);
}

function refusals(contract: Contract): ZodOpenApiResponsesObject {
  const statuses = new Set([...sharedFailures(contract), ...contract.failures].map((code) => statusByCode[code]));
  const entries = [...statuses, 500].map((status) => [
    String(status),
    {
      description: STATUS_CODES[status] ?? String(status),
      ...(refusalHeaders[status] === undefined ? {} : { headers: refusalHeaders[status] }),
      content: { [PROBLEM_CONTENT_TYPE]: { schema: problem } },
    },
  ]);
  return Object.fromEntries(entries);
}

/** What an endpoint may refuse for, without its contract saying so. */
function sharedFailures(contract: Contract): readonly ErrorCode[] {
  const hasPath = Object.keys(contract.params.shape).length > 0;
  const hasInput = contract.body !== null || Object.keys(contract.query.shape).length > 0;
  return [
    ...(contract.access === "public" ? [] : (["unauthenticated", "forbidden"] as const)),
    ...(hasPath ? (["not_found"] as const) : []),
    ...(contract.body === null ? [] : (["malformed_body", "body_too_large", "unsupported_media_type"] as const)),
    ...(hasInput ? (["invalid_input"] as const) : []),
    "rate_limited",
    "database_unavailable",
  ];
}
