import type { ServerResponse } from "node:http";

import type { StoreQuery, StoreResponse } from "../store-route.ts";

export type Exchange = {
  readonly response: ServerResponse;
  readonly now: () => number;
  readonly query: StoreQuery;
  /** Returns the usual response, or that of another day or another catalogue. */
  readonly reply: (changed?: Partial<Pick<StoreQuery, "catalogue" | "day">>) => StoreResponse;
};

/** The outcome for the log: the status that was sent, if any. */
export type Outcome = { readonly status: number | null };

/** Sends the faulty response itself. */
export type Responder = (exchange: Exchange) => Outcome;

export function sendResponse(response: ServerResponse, { status, headers, body }: StoreResponse): Outcome {
  return sendBytes(response, { status, headers }, Buffer.from(body));
}

export function sendBytes(
  response: ServerResponse,
  { status, headers }: Omit<StoreResponse, "body">,
  bytes: Uint8Array,
): Outcome {
  response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
  return { status };
}
