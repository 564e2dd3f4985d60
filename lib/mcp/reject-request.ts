import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";

import { abilities } from "../domain/api-token.ts";
import { PROTECTED_RESOURCE_PATH } from "../domain/oauth.ts";
import type { AppError } from "../errors.ts";
import { clientNetwork } from "../http/client-network.ts";
import { isEncrypted } from "../http/encrypted-transport.ts";
import type { AddressLimit } from "./address-limit.ts";

export type AdmissionDependencies = {
  /** Scheme and host, without a prefix. */
  readonly apiUrl: string;
  readonly limit: AddressLimit;
  /** `oauth` if the service also issues tokens to clients that a user connects. */
  readonly authorization: "bearer" | "oauth";
  /** Origins whose scripts may call the endpoint, besides the API's own. Patterns are not supported. */
  readonly allowedOrigins: readonly string[];
};

/** The endpoint reads these parts of an event of the gateway. */
export type McpEvent = Pick<
  APIGatewayProxyEventV2,
  "body" | "headers" | "isBase64Encoded" | "rawPath" | "rawQueryString"
> & {
  readonly requestContext: Pick<APIGatewayProxyEventV2["requestContext"], "domainName" | "requestId"> & {
    readonly http: Pick<APIGatewayProxyEventV2["requestContext"]["http"], "method" | "sourceIp">;
  };
};

/** A request that is rejected before the protocol reads it: status, the protocol's error and further headers. */
type Rejection = {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Error codes of JSON-RPC, and this endpoint's own codes for requests that it rejects by an HTTP status. */
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;
const REJECTED = -32_000;
const UNAUTHENTICATED = -32_001;

const bearer = /^Bearer +\S+$/i;
const AUTHORIZATION_LENGTH_MAX = 128;

/** Parameters in which a client might send a token. Logs and browser histories would then contain it. */
const tokensInQuery = ["access_token", "token", "api_key"];

/** One request would make many calls of tools. The revision 2025-11-25 has no batches any more. */
export const batch: Rejection = { status: 400, code: INVALID_REQUEST, message: "Send one message in each request." };

export const unexpected: Rejection = {
  status: 500,
  code: INTERNAL_ERROR,
  message: "An unexpected error occurred.",
};

/** Returns the 401. Its header leads clients to the metadata by which they get a token by OAuth (RFC 9728, 5.1). */
export function unauthenticated({ authorization }: AdmissionDependencies, event: McpEvent): Rejection {
  const origin = `http${isEncrypted(event.headers) ? "s" : ""}://${event.requestContext.domainName}`;
  const challenge = [
    'Bearer realm="shelfwatch"',
    ...(event.headers.authorization === undefined ? [] : ['error="invalid_token"']),
    ...(authorization === "oauth"
      ? [`resource_metadata="${origin}${PROTECTED_RESOURCE_PATH}"`, `scope="${abilities.join(" ")}"`]
      : []),
  ];
  return {
    status: 401,
    code: UNAUTHENTICATED,
    message: "A valid access token is required: Authorization: Bearer <token>.",
    headers: { "www-authenticate": challenge.join(", ") },
  };
}

export function rejectionOf(deps: AdmissionDependencies, event: McpEvent): Rejection | undefined {
  if (!isAllowedOrigin(deps, event.headers.origin)) {
    return { status: 403, code: REJECTED, message: "Pages of this origin may not call the endpoint." };
  }
  const query = new URLSearchParams(event.rawQueryString);
  if (tokensInQuery.some((name) => query.has(name))) {
    return {
      status: 400,
      code: INVALID_REQUEST,
      message: "A token must not be in the address. Send it as Authorization: Bearer <token>, and revoke this one.",
    };
  }
  const seconds = deps.limit.count(clientNetwork(event.requestContext.http.sourceIp));
  if (seconds > 0) {
    const message = `There are too many requests from this address. Try again after ${seconds} seconds.`;
    return { status: 429, code: REJECTED, message, headers: { "retry-after": String(seconds) } };
  }
  const { authorization = "" } = event.headers;
  return bearer.test(authorization) && authorization.length <= AUTHORIZATION_LENGTH_MAX
    ? undefined
    : unauthenticated(deps, event);
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Browsers send the origin of the page. Without this check, any page could call a service on the user's own machine.
 */
function isAllowedOrigin({ apiUrl, allowedOrigins }: AdmissionDependencies, origin: string | undefined): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const [own, sent] = [new URL(apiUrl), new URL(origin)];
  return own.origin === sent.origin || (loopback.has(own.hostname) && loopback.has(sent.hostname));
}

export function rejectionOfBody(error: AppError): Rejection {
  const status = error.code === "body_too_large" ? 413 : 400;
  return { status, code: INVALID_REQUEST, message: error.message };
}

export function reject(
  { status, code, message, headers }: Rejection,
  id: string | number | null = null,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }),
  };
}

/** The library accepts subscriptions, which need a stream. The endpoint rejects this method like an unknown one. */
export function rejectSubscription(body: string): APIGatewayProxyStructuredResultV2 {
  const { id } = z.object({ id: z.union([z.string(), z.number()]) }).parse(JSON.parse(body));
  return reject({ status: 404, code: METHOD_NOT_FOUND, message: "Method not found" }, id);
}
