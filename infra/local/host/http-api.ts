import { applyCors, isPreflight } from "./cors.ts";
import type { Outcome } from "./environment-messages.ts";
import { type Answer, jsonAnswer, readAnswer } from "./http-answer.ts";
import { createHttpEvent, type ReceivedRequest, splitTarget } from "./http-event.ts";
import type { Model } from "./model.ts";
import { createRouteTable } from "./route-table.ts";

export const HTTP_API_BODY_BYTES_MAX = 10 * 1024 * 1024;

export type InvokeFunction = (functionArn: string, event: unknown) => Promise<Outcome>;

const NO_CONTENT: Answer = { statusCode: 204, headers: {}, body: Buffer.alloc(0) };

/** Answers requests as an HTTP API with payload format 2.0 does. */
export function createHttpApi({ routes, cors }: Pick<Model, "routes" | "cors">, invoke: InvokeFunction) {
  const findRoute = createRouteTable(routes);

  return async (request: ReceivedRequest): Promise<Answer> => {
    const rawPath = decodePath(splitTarget(request.target).path);
    if (rawPath === undefined) return jsonAnswer(400, { message: "Bad Request" });
    const match = findRoute(request.method, rawPath);
    if (!match) {
      const isAnswered = cors !== undefined && isPreflight(request);
      return applyCors(cors, request, isAnswered ? NO_CONTENT : jsonAnswer(404, { message: "Not Found" }));
    }

    const { route, pathParameters } = match;
    const domainName = request.headers.host ?? "localhost";
    const event = createHttpEvent({ request, routeKey: route.routeKey, rawPath, pathParameters, domainName });
    return applyCors(cors, request, toAnswer(await withTimeout(invoke(route.functionArn, event), route.timeoutMs)));
  };
}

/**
 * An HTTP API decodes the path once, before it looks for a route, and drops what follows a decoded `?`.
 * undefined when the encoding is broken.
 */
export function decodePath(path: string): string | undefined {
  try {
    return splitTarget(decodeURIComponent(path)).path;
  } catch {
    return undefined;
  }
}

function toAnswer(outcome: Outcome | "late"): Answer {
  const unavailable = jsonAnswer(503, { message: "Service Unavailable" });
  const failed = jsonAnswer(500, { message: "Internal Server Error" });
  if (outcome === "late") return unavailable;
  if (outcome.ok) return readAnswer(outcome.payload) ?? failed;
  return outcome.kind === "throttled" ? unavailable : failed;
}

async function withTimeout(outcome: Promise<Outcome>, timeoutMs: number): Promise<Outcome | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), timeoutMs);
  return await Promise.race([outcome, late]).finally(() => clearTimeout(timer));
}
