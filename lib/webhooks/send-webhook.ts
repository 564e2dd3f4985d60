import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";

import { type DeliveryError, EXCERPT_BYTES_MAX, faultOfUrl } from "../domain/webhook.ts";
import { type AddressDependencies, findAddress } from "./checked-address.ts";
import { type Attempt, type AttemptDependencies, attemptInTime, excerptOf } from "./sent-attempt.ts";
import { type SentRequest, type SentResult, STATUS_MAX, STATUS_MIN } from "./sent-request.ts";

export type Target = {
  /** The address that was checked, to which alone it connects. */
  readonly address: string;
  readonly port: number;
  /** The name that the certificate must have. Undefined without TLS. */
  readonly servername: string | undefined;
};

export type SenderDependencies = AddressDependencies &
  AttemptDependencies & { readonly connect: (target: Target) => Socket };

/** Everything that a request may take: names, connection, TLS, response and its body. */
export const SENDING_MS = 15_000;
export const READ_BYTES_MAX = 64 * 1_024;

/**
 * Sends one request to an address that it has checked, and follows no redirect. A name is resolved once, so that no
 * later response of its name server matters.
 */
export function sendWebhook(deps: SenderDependencies, request: SentRequest): Promise<SentResult> {
  return attemptInTime(deps, (signal) => trySend(deps, request, signal));
}

async function trySend(deps: SenderDependencies, request: SentRequest, signal: AbortSignal): Promise<Attempt> {
  if (faultOfUrl(request.url, deps.targets) !== undefined) return { error: "rejected_address" };
  const url = new URL(request.url);
  const address = await findAddress(deps, url.hostname, signal);
  return typeof address === "string" ? await post(deps, { ...request, url, address, signal }) : address;
}

type Addressed = Omit<SentRequest, "url"> & {
  readonly url: URL;
  readonly address: string;
  readonly signal: AbortSignal;
};

const TLS_PORT = 443;
const PLAIN_PORT = 80;

function post({ connect }: SenderDependencies, { url, address, headers, body, signal }: Addressed): Promise<Attempt> {
  const isTls = url.protocol === "https:";
  const port = Number(url.port) || (isTls ? TLS_PORT : PLAIN_PORT);
  const servername = isTls ? url.hostname : undefined;
  return new Promise((settle) => {
    let phase: DeliveryError = "connect";
    const send = isTls ? requestTls : requestPlain;
    const sent: ClientRequest = send({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body), connection: "close" },
      signal,
      createConnection: () => {
        const socket = connect({ address, port, servername });
        socket.once("connect", () => {
          phase = isTls ? "tls" : "response";
        });
        socket.once("secureConnect", () => {
          phase = "response";
        });
        return socket;
      },
    });
    let hasResponse = false;
    sent.once("response", (response) => {
      hasResponse = true;
      void readResponse(response).then(settle);
    });
    sent.on("error", () => {
      if (!hasResponse) settle({ error: phase });
    });
    sent.end(body);
  });
}

/** The status counts also if the body does not end. */
async function readResponse(response: IncomingMessage): Promise<Attempt> {
  const { statusCode: status = 0, headers } = response;
  // Node accepts any three digits, of which HTTP knows these alone.
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
    // It was cut off, and its beginning is enough.
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
