import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";

import type { DeliveryError } from "../domain/webhook.ts";

export type Target = {
  /** The checked address. The request connects to no other. */
  readonly address: string;
  readonly port: number;
  /** The name that the certificate must have. Undefined without TLS. */
  readonly servername: string | undefined;
};

export type Connect = (target: Target) => Socket;

type RequestAt<Result> = {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** The checked address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly read: (response: IncomingMessage) => Promise<Result>;
};

const TLS_PORT = 443;
const PLAIN_PORT = 80;

/** Sends one request, and follows no redirect. An error names what failed. */
export function requestAt<Result>(
  { connect }: { readonly connect: Connect },
  { method, url, address, headers, body, signal, read }: RequestAt<Result>,
): Promise<Result | { readonly error: DeliveryError }> {
  const isTls = url.protocol === "https:";
  const port = Number(url.port) || (isTls ? TLS_PORT : PLAIN_PORT);
  const servername = isTls ? url.hostname : undefined;
  return new Promise((settle) => {
    let phase: DeliveryError = "connect";
    const send = isTls ? requestTls : requestPlain;
    const sent: ClientRequest = send({
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        host: url.host,
        ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
        connection: "close",
      },
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
      void read(response).then(settle);
    });
    const fail = () => {
      if (!hasResponse) settle({ error: phase });
    };
    sent.on("error", fail);
    // After a response with status 101, Node emits nothing else.
    sent.once("close", fail);
    sent.end(body);
  });
}
