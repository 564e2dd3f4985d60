import type { ServerResponse } from "node:http";

import { isObject } from "../../templates/template.ts";

export type HttpReply = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

export function readResponse(payload: string): HttpReply | undefined {
  const returned: unknown = JSON.parse(payload);
  if (!isObject(returned) || returned.statusCode === undefined) return inferResponse(returned, payload);

  const statusCode = Number(returned.statusCode);
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return undefined;
  const { body } = returned;
  if (body !== undefined && body !== null && typeof body !== "string") return undefined;
  return {
    statusCode,
    headers: readHeaders(returned),
    body: Buffer.from(body ?? "", returned.isBase64Encoded === true ? "base64" : "utf8"),
  };
}

export function jsonResponse(statusCode: number, value: unknown): HttpReply {
  return {
    statusCode,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(value)),
  };
}

export function send(response: ServerResponse, reply: HttpReply): void {
  const isBodyless = reply.statusCode === 204 || reply.statusCode === 304 || reply.statusCode < 200;
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (!isBodyless) response.setHeader("content-length", reply.body.length);
  response.writeHead(reply.statusCode);
  response.end(isBodyless ? undefined : reply.body);
}

/** A value without a status code becomes the body of a 200. */
function inferResponse(returned: unknown, payload: string): HttpReply {
  const body = typeof returned === "string" ? returned : payload;
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
}

function readHeaders({ headers, cookies }: Readonly<Record<string, unknown>>) {
  const read: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {}))
    read[name.toLowerCase()] = String(value);
  if (Array.isArray(cookies) && cookies.length > 0) read["set-cookie"] = cookies.map(String);
  return "content-type" in read ? read : { ...read, "content-type": "text/plain;charset=UTF-8" };
}
