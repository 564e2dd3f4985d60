import type { ServerResponse } from "node:http";

import type { StoreAnswer } from "../store-route.ts";
import type { CannedAnswer, FaultKind } from "./fault-rule.ts";

export type Exchange = {
  readonly response: ServerResponse;
  /** The answer that the store would have given. */
  readonly answer: () => StoreAnswer;
};

/** What the log says of it: the status that went out, if one did. */
type Outcome = { readonly status: number | null };

/** One entry a kind of misbehaviour; each owns the response. */
const responders: Readonly<Record<FaultKind, (exchange: Exchange) => Outcome>> = {
  timeout: () => ({ status: null }),
  reset({ response }) {
    response.socket?.resetAndDestroy();
    return { status: null };
  },
  disconnect: ({ response, answer }) => sendHalf(response, answer(), () => response.destroy()),
  stall: ({ response, answer }) => sendHalf(response, answer(), () => undefined),
  garbage: ({ response }) =>
    sendAnswer(response, htmlAnswer(200, "<html><body><h1>Scheduled maintenance</h1></body></html>")),
  truncated_json({ response, answer }) {
    const { headers, body } = answer();
    return sendAnswer(response, { status: 200, headers, body: body.slice(0, Math.floor(body.length / 2)) });
  },
  empty_body: ({ response }) => sendAnswer(response, htmlAnswer(200, "")),
  captcha: ({ response }) => sendAnswer(response, htmlAnswer(200, captchaPage)),
};

const captchaPage =
  "<html><head><title>Sorry...</title></head><body><p>Our systems have detected unusual traffic from your computer " +
  'network.</p><form id="captcha-form"><script src="https://www.google.com/recaptcha/api.js"></script></form></body></html>';

export function respondWithFault(fault: FaultKind | CannedAnswer, exchange: Exchange): Outcome {
  if (typeof fault === "string") return responders[fault](exchange);
  return sendAnswer(exchange.response, { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" });
}

export function faultName(fault: FaultKind | CannedAnswer | undefined): string {
  if (fault === undefined) return "latency";
  return typeof fault === "string" ? fault : `status_${fault.status}`;
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: StoreAnswer): Outcome {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
  return { status };
}

function sendHalf(response: ServerResponse, { status, headers, body }: StoreAnswer, then: () => void): Outcome {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": Math.max(bytes.length, 2) });
  response.write(bytes.subarray(0, Math.max(Math.floor(bytes.length / 2), 1)), then);
  return { status };
}

function htmlAnswer(status: number, body: string): StoreAnswer {
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
