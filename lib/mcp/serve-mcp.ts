import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

import { createMcpHandler } from "@modelcontextprotocol/server";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";

import { describeFailure } from "../describe-failure.ts";
import { AppError } from "../errors.ts";
import { transportHeaders } from "../http/encrypted-transport.ts";
import { headersOfEveryResponse } from "../http/error-response.ts";
import { BODY_BYTES_MAX, readBodyText } from "../http/request-input.ts";
import type { Log } from "../runtime/log.ts";
import { createServer, type Exchange, type ServerDependencies } from "./create-server.ts";
import { createLogLevels } from "./log-levels.ts";
import {
  type AdmissionDependencies,
  batch,
  type McpEvent,
  reject,
  rejectionOf,
  rejectionOfBody,
  rejectSubscription,
  unauthenticated,
  unexpected,
} from "./reject-request.ts";

export type McpDependencies = ServerDependencies & AdmissionDependencies & { readonly log: Log };

/** Returns the function behind `POST /mcp`. It serves the revision 2026-07-28 and the one before, without sessions. */
export function createMcp(deps: McpDependencies) {
  const handle = createHandler(deps);
  return async (event: McpEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const startedAt = performance.now();
    const { authorization = "", [SESSION_HEADER]: sent } = event.headers;
    const exchange: Exchange = { authorization, session: sessionId.safeParse(sent).data, isRejected: false };
    const response = await respond(deps, { event, exchange, handle });
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

/**
 * In versions of MCP before 2026-07-28, it identifies the client whose level of log messages is remembered. It has no
 * other use.
 */
const SESSION_HEADER = "mcp-session-id";
const sessionId = z.uuid();

type Received = { readonly event: McpEvent; readonly exchange: Exchange; readonly handle: Handle };

async function respond(
  deps: McpDependencies,
  { event, exchange, handle }: Received,
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
    const response = await handle(request, exchange);
    // A stream of the earlier revision ends after its result. Only then it is known whether the API accepted the token.
    const body = await response.text();
    if (exchange.isRejected) return reject(unauthenticated(deps, event));
    // A notification has no response, whatever its method is.
    if (exchange.isUnknown && body !== "") return rejectSubscription(body);
    const type = response.headers.get("content-type");
    const headers = {
      ...(type !== null && { "content-type": type }),
      ...(response.ok && isInitialize(sent) && { [SESSION_HEADER]: randomUUID() }),
    };
    return { statusCode: response.status, headers, body };
  } catch (error) {
    if (error instanceof AppError) return reject(rejectionOfBody(error));
    deps.log.error("request.failed", describeFailure(error));
    return reject(unexpected);
  }
}

type Handle = (request: Request, exchange: Exchange) => Promise<Response>;

const SUBSCRIBE = "subscriptions/listen";

/** Returns the library's handler. It creates a server for each request, with the data of the request. */
function createHandler(deps: McpDependencies): Handle {
  const exchanges = new AsyncLocalStorage<Exchange>();
  const levels = createLogLevels();
  const { fetch: handle } = createMcpHandler(
    ({ era, requestInfo }) => {
      const exchange = exchanges.getStore();
      if (exchange === undefined) throw new TypeError("A server is made outside of a request.");
      // The library has checked that the header equals the body.
      exchange.isUnknown = era === "modern" && requestInfo?.headers.get("mcp-method") === SUBSCRIBE;
      return createServer(deps, levels, exchange);
    },
    {
      legacy: "stateless",
      responseMode: "auto",
      // An HTTP API cannot stream.
      maxSubscriptions: 0,
      keepAliveMs: 0,
      maxRequestBodySize: BODY_BYTES_MAX,
      onerror: (error) => deps.log.warn("mcp.rejected", describeFailure(error)),
    },
  );
  return (request, exchange) => exchanges.run(exchange, () => handle(request));
}

function isInitialize(sent: string): boolean {
  return z.object({ method: z.literal("initialize") }).safeParse(JSON.parse(sent)).success;
}

/** Returns only the headers that the protocol reads. The token is not among them. */
function requestHeaders(headers: McpEvent["headers"]): Headers {
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value !== undefined && /^(accept|content-type|mcp-[a-z-]+)$/.test(name) ? [[name, value]] : [],
  );
  return new Headers(read);
}
