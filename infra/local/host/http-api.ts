import { applyCors, isPreflight } from "./cors.ts";
import type { Outcome } from "./environment-messages.ts";
import { createHttpEvent, type ReceivedRequest, splitTarget } from "./http-event.ts";
import { type HttpReply, jsonResponse, readResponse } from "./http-response.ts";
import type { HostedRoute, Model } from "./model.ts";
import { createRouteTable } from "./route-table.ts";
import { throttleRequests } from "./throttle-requests.ts";

export const HTTP_API_BODY_BYTES_MAX = 10 * 1024 * 1024;

export type InvokeFunction = (functionArn: string, event: unknown) => Promise<Outcome>;

const tooMany = jsonResponse(429, { message: "Too Many Requests" });
const unavailable = jsonResponse(503, { message: "Service Unavailable" });
const failed = jsonResponse(500, { message: "Internal Server Error" });
const NO_CONTENT: HttpReply = { statusCode: 204, headers: {}, body: Buffer.alloc(0) };

/** Imitates an HTTP API with payload format 2.0. `nowMs` is a clock that never goes back. */
export function createHttpApi(
  { routes, cors, throttles }: Pick<Model, "routes" | "cors" | "throttles">,
  invoke: InvokeFunction,
  nowMs: () => number = () => performance.now(),
) {
  const findRoute = createRouteTable(routes);
  const takeToken = throttleRequests(throttles, nowMs);

  return async (request: ReceivedRequest): Promise<HttpReply> => {
    const rawPath = decodePath(splitTarget(request.target).path);
    if (rawPath === undefined) return jsonResponse(400, { message: "Bad Request" });
    const match = findRoute(request.method, rawPath);
    if (!match) {
      const hasResponse = cors !== undefined && isPreflight(request);
      return applyCors(cors, request, hasResponse ? NO_CONTENT : jsonResponse(404, { message: "Not Found" }));
    }

    const { route, pathParameters } = match;
    if (!takeToken(route.routeKey)) return applyCors(cors, request, tooMany);

    const domainName = request.headers.host ?? "localhost";
    const event = createHttpEvent({ request, routeKey: route.routeKey, rawPath, pathParameters, domainName });
    return applyCors(cors, request, await integrate(route, () => invoke(route.functionArn, event)));
  };
}

async function integrate(route: HostedRoute, invoke: () => Promise<Outcome>): Promise<HttpReply> {
  if (!route.isPermitted) return failed;
  return toResponse(await withTimeout(invoke(), route.timeoutMs));
}

/** An HTTP API decodes a path once, and cuts it at a decoded `?`. Returns undefined when the encoding is invalid. */
export function decodePath(path: string): string | undefined {
  try {
    return splitTarget(decodeURIComponent(path)).path;
  } catch {
    return undefined;
  }
}

function toResponse(outcome: Outcome | "late"): HttpReply {
  if (outcome === "late") return unavailable;
  if (outcome.ok) return readResponse(outcome.payload) ?? failed;
  return outcome.kind === "throttled" ? unavailable : failed;
}

async function withTimeout(outcome: Promise<Outcome>, timeoutMs: number): Promise<Outcome | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), timeoutMs);
  return await Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}
