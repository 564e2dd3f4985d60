import type { ServerResponse } from "node:http";

import type { Question, StoreAnswer } from "../store-route.ts";

export type Exchange = {
  readonly response: ServerResponse;
  readonly now: () => number;
  readonly question: Question;
  /** The answer that the store would have given; another one when asked about another day or another catalogue. */
  readonly answer: (changed?: Partial<Pick<Question, "catalogue" | "day">>) => StoreAnswer;
};

/** What the log says of it: the status that went out, if one did. */
export type Outcome = { readonly status: number | null };

/** Misbehaves once; it owns the response. */
export type Responder = (exchange: Exchange) => Outcome;

export function sendAnswer(response: ServerResponse, { status, headers, body }: StoreAnswer): Outcome {
  return sendBytes(response, { status, headers }, Buffer.from(body));
}

export function sendBytes(
  response: ServerResponse,
  { status, headers }: Omit<StoreAnswer, "body">,
  bytes: Uint8Array,
): Outcome {
  response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
  return { status };
}
