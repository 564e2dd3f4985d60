import type { IncomingMessage } from "node:http";

import type { UpstreamRequest } from "./store-route.ts";

const BODY_MAX_BYTES = 1_048_576;

/** Reads the host from `x-store-host`, an absolute-form target, or the Host header, in this order. */
export function readUpstreamRequest(message: IncomingMessage, body: string): UpstreamRequest {
  const url = new URL(message.url ?? "/", "http://relative.invalid");
  const isAbsolute = url.host !== "relative.invalid";
  const named = message.headers["x-store-host"]?.toString();
  const host = named ?? (isAbsolute ? url.host : (message.headers.host ?? ""));

  return {
    method: message.method ?? "GET",
    host: host.replace(/:\d+$/, "").toLowerCase(),
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body,
  };
}

/** Returns the body. One that is too long is truncated, so that it does not parse. */
export async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
