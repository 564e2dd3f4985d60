import type { ServerResponse } from "node:http";

import type { StoreQuery, StoreResponse } from "../store-route.ts";

export type Exchange = {
  readonly response: ServerResponse;
  readonly now: () => number;
  readonly query: StoreQuery;
  readonly reply: (changed?: Partial<Pick<StoreQuery, "catalogue" | "day" | "subject">>) => StoreResponse;
};

/** The status that was sent, if any, for the log. */
export type Outcome = { readonly status: number | null };

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
