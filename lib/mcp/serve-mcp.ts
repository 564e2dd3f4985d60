import { createMcpHandler } from "@modelcontextprotocol/server";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import { describeFailure } from "../describe-failure.ts";
import { AppError } from "../errors.ts";
import { clientNetwork } from "../http/client-network.ts";
import { transportHeaders } from "../http/encrypted-transport.ts";
import { headersOfEveryResponse } from "../http/error-response.ts";
import { BODY_BYTES_MAX, readBodyText } from "../http/request-input.ts";
import type { Log } from "../runtime/log.ts";
import type { AddressLimit } from "./address-limit.ts";
import { createServer, type Exchange, type ServerDependencies } from "./create-server.ts";

export type McpDependencies = ServerDependencies & {
  readonly log: Log;
  readonly limit: AddressLimit;
  /** Origins of pages, besides the API's own, whose scripts may call the endpoint. None stands for several. */
  readonly allowedOrigins: readonly string[];
};

export type McpEvent = Pick<
  APIGatewayProxyEventV2,
  "body" | "headers" | "isBase64Encoded" | "rawPath" | "rawQueryString" | "requestContext"
>;

/** A request that is rejected before the protocol reads it: status, the protocol's error and further headers. */
type Rejection = {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The protocol's codes of errors (JSON-RPC), and its own for what HTTP rejects. */
const INVALID_REQUEST = -32_600;
const REJECTED = -32_000;
const UNAUTHENTICATED = -32_001;

const bearer = /^Bearer +\S+$/i;
const AUTHORIZATION_LENGTH_MAX = 128;

/** Names under which a client might send a token in the address, where logs and histories would keep it. */
const tokensInQuery = ["access_token", "token", "api_key"];

/** Returns the function behind `POST /mcp`. It serves the revision 2026-07-28 and the one before, without sessions. */
export function createMcp(deps: McpDependencies) {
  return async (event: McpEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const startedAt = performance.now();
    const exchange: Exchange = { authorization: event.headers.authorization ?? "", isRejected: false };
    const response = await respond(deps, event, exchange);
    deps.log.info("request.completed", {
      requestId: event.requestContext.requestId,
      operation: "serveMcp",
      tool: exchange.tool,
      status: response.statusCode,
      durationMs: Math.round(performance.now() - startedAt),
    });
    return {
      ...response,
      headers: { ...headersOfEveryResponse, ...transportHeaders(event.headers), ...response.headers },
    };
  };
}

async function respond(
  deps: McpDependencies,
  event: McpEvent,
  exchange: Exchange,
): Promise<APIGatewayProxyStructuredResultV2> {
  const rejection = rejectionOf(deps, event);
  if (rejection !== undefined) return reject(rejection);
  try {
    const sent = readBodyText(event) ?? "";
    if (sent.trimStart().startsWith("[")) return reject(batch);
    const request = new Request(`${deps.apiUrl}${event.rawPath}`, {
      method: event.requestContext.http.method,
      headers: requestHeaders(event.headers),
      body: sent,
    });
    const response = await handlerFor(deps, exchange).fetch(request);
    // A stream of the revision before ends after its result, by which it is known whether the token was accepted.
    const body = await response.text();
    if (exchange.isRejected) return reject(unauthenticated);
    const type = response.headers.get("content-type");
    return { statusCode: response.status, ...(type !== null && { headers: { "content-type": type } }), body };
  } catch (error) {
    if (error instanceof AppError) return reject(rejectionOfBody(error));
    deps.log.error("request.failed", describeFailure(error));
    return reject({ status: 500, code: -32_603, message: "An unexpected error occurred." });
  }
}

function handlerFor(deps: McpDependencies, exchange: Exchange) {
  return createMcpHandler(() => createServer(deps, exchange), {
    legacy: "stateless",
    responseMode: "auto",
    // An HTTP API cannot stream.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror: (error) => deps.log.warn("mcp.rejected", describeFailure(error)),
  });
}

/** Those that the protocol reads. The token is not among them. */
function requestHeaders(headers: McpEvent["headers"]): Headers {
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value !== undefined && /^(accept|content-type|mcp-[a-z-]+)$/.test(name) ? [[name, value]] : [],
  );
  return new Headers(read);
}

/** One request would make many calls of tools. The revision 2025-11-25 has no batches any more. */
const batch: Rejection = { status: 400, code: INVALID_REQUEST, message: "Send one message in each request." };

const unauthenticated: Rejection = {
  status: 401,
  code: UNAUTHENTICATED,
  message: "A valid access token is required: Authorization: Bearer <token>.",
  headers: { "www-authenticate": 'Bearer realm="shelfwatch"' },
};

function rejectionOf(deps: McpDependencies, event: McpEvent): Rejection | undefined {
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
  return bearer.test(authorization) && authorization.length <= AUTHORIZATION_LENGTH_MAX ? undefined : unauthenticated;
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Browsers send the origin of the page. A foreign page could otherwise use a service on the reader's own machine. */
function isAllowedOrigin({ apiUrl, allowedOrigins }: McpDependencies, origin: string | undefined): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const [own, sent] = [new URL(apiUrl), new URL(origin)];
  return own.origin === sent.origin || (loopback.has(own.hostname) && loopback.has(sent.hostname));
}

function rejectionOfBody(error: AppError): Rejection {
  const status = error.code === "body_too_large" ? 413 : 400;
  return { status, code: INVALID_REQUEST, message: error.message };
}

function reject({ status, code, message, headers }: Rejection): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }),
  };
}
