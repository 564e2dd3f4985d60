import type { ServerResponse } from "node:http";

import type { StoreQuery, StoreResponse } from "../store-route.ts";

export type Exchange = {
  readonly response: ServerResponse;
  readonly now: () => number;
  readonly query: StoreQuery;
  /** The response that the store would have given; another one when asked about another day or another catalogue. */
  readonly reply: (changed?: Partial<Pick<StoreQuery, "catalogue" | "day">>) => StoreResponse;
};

/** What the log says of it: the status that went out, if one did. */
export type Outcome = { readonly status: number | null };

/** Misbehaves once; it owns the response. */
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
