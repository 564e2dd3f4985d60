import type { IncomingMessage } from "node:http";
import * as z from "zod";

import { DOCUMENT_BYTES_MAX } from "../domain/oauth.ts";
import { deliveryErrors, faultOfUrl } from "../domain/webhook.ts";
import { lazy } from "../runtime/lazy.ts";
import { findAddress } from "./checked-address.ts";
import { requestAt } from "./request-at.ts";
import type { SenderDependencies } from "./send-webhook.ts";
import { STATUS_MAX, STATUS_MIN } from "./sent-request.ts";

/** The address of a document that a client of OAuth publishes about itself. */
export const sentReadingSchema = lazy(() => z.object({ document: z.string() }));
export type SentReading = Readonly<z.infer<ReturnType<typeof sentReadingSchema>>>;

export const documentResultSchema = lazy(() =>
  z.union([
    z.object({
      status: z.int().min(STATUS_MIN).max(STATUS_MAX),
      contentType: z.string(),
      /** Seconds for which it may be kept, if its server says so. */
      maxAgeSeconds: z.int().min(0).optional(),
      body: z.string(),
    }),
    z.object({ error: z.enum([...deliveryErrors, "too_long"]) }),
  ]),
);
export type DocumentResult = Readonly<z.infer<ReturnType<typeof documentResultSchema>>>;

export type ReadDocument = (url: string) => Promise<DocumentResult>;

/** Everything that a reading may take: names, connection, TLS, response and its body. */
const READING_MS = 5_000;

/** Reads a document at an address that it has checked. It follows no redirect and sends no data of users. */
export async function readDocument(deps: SenderDependencies, url: string): Promise<DocumentResult> {
  const signal = AbortSignal.timeout(READING_MS);
  const result = await tryRead(deps, url, signal);
  return "error" in result && signal.aborted ? { error: "timeout" } : result;
}

async function tryRead(deps: SenderDependencies, text: string, signal: AbortSignal): Promise<DocumentResult> {
  if (faultOfUrl(text, deps.targets) !== undefined) return { error: "rejected_address" };
  const url = new URL(text);
  const address = await findAddress(deps, url.hostname, signal);
  if (typeof address !== "string") return address;
  const headers = { accept: "application/json", "user-agent": "Shelfwatch/1" };
  return await requestAt(deps, { method: "GET", url, address, headers, signal, read: readResponse });
}

async function readResponse(response: IncomingMessage): Promise<DocumentResult> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes > DOCUMENT_BYTES_MAX) return { error: "too_long" };
      chunks.push(chunk);
    }
  } catch {
    return { error: "response" };
  } finally {
    response.destroy();
  }
  if (status < STATUS_MIN || status > STATUS_MAX) return { error: "response" };
  const maxAgeSeconds = maxAgeOf(headers["cache-control"] ?? "");
  return {
    status,
    contentType: headers["content-type"] ?? "",
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/** RFC 9111, section 5.2.2. */
function maxAgeOf(cacheControl: string): number | undefined {
  const directives = cacheControl
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  if (directives.includes("no-store") || directives.includes("no-cache")) return 0;
  const [, seconds] = /^max-age=(\d{1,9})$/.exec(directives.find((part) => part.startsWith("max-age=")) ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
