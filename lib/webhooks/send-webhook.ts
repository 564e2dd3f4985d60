import type { IncomingMessage } from "node:http";

import { EXCERPT_BYTES_MAX, faultOfUrl } from "../domain/webhook.ts";
import { type AddressDependencies, findAddress } from "./checked-address.ts";
import { type Connect, requestAt } from "./request-at.ts";
import { type Attempt, type AttemptDependencies, attemptInTime, excerptOf } from "./sent-attempt.ts";
import { type SentRequest, type SentResult, STATUS_MAX, STATUS_MIN } from "./sent-request.ts";

export type SenderDependencies = AddressDependencies & AttemptDependencies & { readonly connect: Connect };

/** Everything that a request may take: names, connection, TLS, response and its body. */
export const SENDING_MS = 15_000;
export const READ_BYTES_MAX = 64 * 1_024;

/**
 * Sends one request to an address that it has checked, and follows no redirect. It resolves the name once, because a
 * second response of the name server could differ.
 */
export function sendWebhook(deps: SenderDependencies, request: SentRequest): Promise<SentResult> {
  return attemptInTime(deps, (signal) => trySend(deps, request, signal));
}

async function trySend(deps: SenderDependencies, request: SentRequest, signal: AbortSignal): Promise<Attempt> {
  if (faultOfUrl(request.url, deps.targets) !== undefined) return { error: "rejected_address" };
  const url = new URL(request.url);
  const address = await findAddress(deps, url.hostname, signal);
  if (typeof address !== "string") return address;
  const { headers, body } = request;
  return await requestAt(deps, { method: "POST", url, address, headers, body, signal, read: readResponse });
}

/** The status is the result even if the body does not end. */
async function readResponse(response: IncomingMessage): Promise<Attempt> {
  const { statusCode: status = 0, headers } = response;
  // Node accepts any three digits, but HTTP defines only these classes.
  if (status < STATUS_MIN || status > STATUS_MAX) {
    response.destroy();
    return { error: "response" };
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.length;
      if (bytes <= EXCERPT_BYTES_MAX + chunk.length) chunks.push(chunk);
      if (bytes >= READ_BYTES_MAX) break;
    }
  } catch {
    // The body was cut off. Its beginning is enough.
  }
  response.destroy();
  const retryAfterSeconds = secondsOf(headers["retry-after"]);
  return {
    status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    excerpt: excerptOf(Buffer.concat(chunks)),
  };
}

const DIGITS = /^\d{1,9}$/;

/** RFC 9110, section 10.2.3: seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (DIGITS.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}
