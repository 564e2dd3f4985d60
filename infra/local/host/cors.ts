import * as z from "zod";
import type { ReceivedRequest } from "./http-event.ts";
import type { HttpReply } from "./http-response.ts";

const names = z.array(z.string()).default([]);
const configuration = z.strictObject({
  AllowOrigins: names,
  AllowMethods: names,
  AllowHeaders: names,
  ExposeHeaders: names,
  MaxAge: z.number().default(0),
});
export type CorsConfiguration = z.infer<typeof configuration>;

/** Rejects other protocols, and CORS properties that this host does not support. */
export const apiProperties = z.object({
  ProtocolType: z.literal("HTTP"),
  CorsConfiguration: configuration.optional(),
});

const OWN_HEADERS = "access-control-";
const ANY_ORIGIN = "*";
const SCHEME_WILDCARDS: readonly string[] = ["https://*", "http://*"];

export function isPreflight({ method, headers }: ReceivedRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

export function applyCors(
  cors: CorsConfiguration | undefined,
  request: ReceivedRequest,
  response: HttpReply,
): HttpReply {
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
