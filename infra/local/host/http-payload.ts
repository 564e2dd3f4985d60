import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { isObject } from "../../templates/template.ts";

export type ReceivedRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly sourceIp: string;
};

export type HttpReply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

export type EventInput = {
  readonly request: ReceivedRequest;
  readonly routeKey: string;
  /** An HTTP API decodes it, and a function URL does not. */
  readonly rawPath: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly domainName: string;
};

/** Returns the event of a request, in payload format 2.0. */
export function createHttpEvent({ request, routeKey, rawPath, pathParameters, domainName }: EventInput) {
  const rawQueryString = splitTarget(request.target).query;
  const { headers, cookies } = readHeaders(request.headers);
  const query = readQuery(rawQueryString);
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies ? { cookies } : {}),
    headers: { ...headers, "x-forwarded-for": forwardedFor(headers["x-forwarded-for"], request.sourceIp) },
    ...(query ? { queryStringParameters: query } : {}),
    ...(pathParameters && Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: {
      accountId: "anonymous",
      apiId: "local",
      domainName,
      domainPrefix: domainName.split(".")[0],
      http: {
        method: request.method,
        path: rawPath,
        protocol: "HTTP/1.1",
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: formatTime(now),
      timeEpoch: now.getTime(),
    },
    ...readBody(request),
  };
}

export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function readHeaders(received: IncomingMessage["headers"]) {
  const headers: Record<string, string> = {};
  let cookies: readonly string[] | undefined;
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined) continue;
    if (name === "cookie") cookies = String(value).split(/;\s*/);
    else headers[name] = Array.isArray(value) ? value.join(",") : value;
  }
  return { headers, cookies };
}

function readQuery(rawQueryString: string): Readonly<Record<string, string>> | undefined {
  if (rawQueryString === "") return undefined;
  // A Map is safe for a key such as __proto__.
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const former = values.get(name);
    values.set(name, former === undefined ? value : `${former},${value}`);
  }
  return Object.fromEntries(values);
}

function forwardedFor(received: string | undefined, sourceIp: string): string {
  return received ? `${received}, ${sourceIp}` : sourceIp;
}

const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml|problem\+json|[\w.+-]+\+(json|xml))\b)/i;

function readBody({ body, headers }: ReceivedRequest) {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = headers["content-type"];
  const isSentAsText = headers["content-encoding"] === undefined && (type === undefined || TEXT_TYPES.test(type));
  // A body that is not text stays encoded, so that the function rejects it: decoding would silently replace bytes.
  const isText = isSentAsText && isUtf8(body);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns a time such as `12/Mar/2026:19:03:58 +0000`. */
function formatTime(date: Date): string {
  const [day, time] = [date.toISOString().slice(8, 10), date.toISOString().slice(11, 19)];
  return `${day}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${time} +0000`;
}

/** Returns undefined if a function returned an invalid response. */
export function readResponse(payload: string): HttpReply | undefined {
  const returned: unknown = JSON.parse(payload);
  if (!isObject(returned) || returned.statusCode === undefined) return inferResponse(returned, payload);

  const statusCode = Number(returned.statusCode);
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return undefined;
  const { body } = returned;
  if (body !== undefined && body !== null && typeof body !== "string") return undefined;
  return {
    statusCode,
    headers: readReturnedHeaders(returned),
    body: Buffer.from(body ?? "", returned.isBase64Encoded === true ? "base64" : "utf8"),
  };
}

/** A value without a status code becomes the body of a 200. */
function inferResponse(returned: unknown, payload: string): HttpReply {
  const body = typeof returned === "string" ? returned : payload;
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
}

function readReturnedHeaders({ headers, cookies }: Readonly<Record<string, unknown>>) {
  const read: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {}))
    read[name.toLowerCase()] = String(value);
  if (Array.isArray(cookies) && cookies.length > 0) read["set-cookie"] = cookies.map(String);
  return "content-type" in read ? read : { ...read, "content-type": "text/plain;charset=UTF-8" };
}

export function jsonResponse(statusCode: number, value: unknown): HttpReply {
  return {
    statusCode,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(value)),
  };
}
