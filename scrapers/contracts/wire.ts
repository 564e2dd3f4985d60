import { isUtf8 } from "node:buffer";

import type { ScraperFailureReason } from "./records.ts";

/** A day: the longest wait that a header can demand. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** Returns the seconds in a `Retry-After` header (seconds, or an HTTP date); null if it is missing or unreadable. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,10}$/.test(header)) return boundRetryAfter(Number(header));
  if (!/^[A-Z][a-z]+, .* GMT$/.test(header)) return null;
  const seconds = Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : boundRetryAfter(seconds);
}

export function boundRetryAfter(seconds: number): number {
  return Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

/** Twice the largest page of a store, and twice 25 listings of the longest texts. */
const BODY_BYTES_MAX = 2 * 1024 * 1024;

/** Returns the body as text; null if it exceeds `bytesMax` after decompression, or is not UTF-8. */
export async function readBody(response: Response, bytesMax = BODY_BYTES_MAX): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Returning from the loop cancels the stream, which closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  // Replacement characters would be stored as a change of the app's texts.
  return isUtf8(body) ? new TextDecoder().decode(body) : null;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function reasonByStatus(status: number): ScraperFailureReason {
  if (status === 403) return "http_403";
  if (status === 429) return "http_429";
  return status >= 500 ? "http_5xx" : "invalid_response";
}
