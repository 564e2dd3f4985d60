import type { Outcome } from "./environment.ts";
import {
  createHttpEvent,
  type HttpReply,
  jsonResponse,
  type ReceivedRequest,
  readResponse,
  splitTarget,
} from "./http-payload.ts";
import type { CorsConfiguration, HostedRoute, Model, Throttle, Throttles } from "./model.ts";
import { createRouteTable } from "./route-table.ts";

export const HTTP_API_BODY_BYTES_MAX = 10 * 1024 * 1024;

export type InvokeFunction = (functionArn: string, event: unknown) => Promise<Outcome>;

const tooMany = jsonResponse(429, { message: "Too Many Requests" });
const unavailable = jsonResponse(503, { message: "Service Unavailable" });
const failed = jsonResponse(500, { message: "Internal Server Error" });
const NO_CONTENT: HttpReply = { statusCode: 204, headers: {}, body: Buffer.alloc(0) };

const OWN_HEADERS = "access-control-";
const ANY_ORIGIN = "*";
const SCHEME_WILDCARDS: readonly string[] = ["https://*", "http://*"];

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

/** Routes with their own settings have a bucket each, and the others share the bucket of the stage. */
function throttleRequests({ ofStage, ofRoutes }: Throttles, nowMs: () => number): (routeKey: string) => boolean {
  const takeOfStage = ofStage && createBucket(ofStage, nowMs);
  const own = new Map([...ofRoutes].map(([routeKey, throttle]) => [routeKey, createBucket(throttle, nowMs)]));
  return (routeKey) => (own.get(routeKey) ?? takeOfStage)?.() ?? true;
}

function createBucket({ perSecond, burst }: Throttle, nowMs: () => number): () => boolean {
  let tokens = burst;
  let refilledAt = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1_000) * perSecond);
    refilledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** An HTTP API decodes a path once, and cuts it at a decoded `?`. Returns undefined when the encoding is invalid. */
export function decodePath(path: string): string | undefined {
  try {
    return splitTarget(decodeURIComponent(path)).path;
  } catch {
    return undefined;
  }
}

function isPreflight({ method, headers }: ReceivedRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

function applyCors(cors: CorsConfiguration | undefined, request: ReceivedRequest, response: HttpReply): HttpReply {
  if (cors === undefined) return response;
  const kept = Object.entries(response.headers).filter(([name]) => !name.startsWith(OWN_HEADERS));
  const added = corsHeaders(cors, request).filter(([, value]) => value !== "");
  return { ...response, headers: Object.fromEntries([...kept, ...added]) };
}

function corsHeaders(cors: CorsConfiguration, request: ReceivedRequest): readonly (readonly [string, string])[] {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowed(cors.AllowOrigins, origin)) return [];

  const allowOrigin = cors.AllowOrigins.includes(ANY_ORIGIN) ? ANY_ORIGIN : origin;
  if (!isPreflight(request)) {
    return [
      ["access-control-allow-origin", allowOrigin],
      ["access-control-expose-headers", cors.ExposeHeaders.join(",")],
    ];
  }
  return [
    ["access-control-allow-origin", allowOrigin],
    ["access-control-allow-methods", cors.AllowMethods.join(",")],
    ["access-control-allow-headers", cors.AllowHeaders.join(",")],
    ["access-control-max-age", cors.MaxAge === 0 ? "" : String(cors.MaxAge)],
  ];
}

function isAllowed(allowed: readonly string[], origin: string): boolean {
  return allowed.some(
    (one) =>
      one === ANY_ORIGIN || one === origin || (SCHEME_WILDCARDS.includes(one) && origin.startsWith(one.slice(0, -1))),
  );
}

async function integrate(route: HostedRoute, invoke: () => Promise<Outcome>): Promise<HttpReply> {
  if (!route.isPermitted) return failed;
  return toResponse(await withTimeout(invoke(), route.timeoutMs));
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
