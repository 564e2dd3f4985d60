import { createLambdaSigner, type SignerDependencies } from "../stores/signed-transport.ts";
import { documentResultSchema, type ReadDocument, type SentReading } from "./read-document.ts";
import { SenderUnavailableError } from "./sender-unavailable.ts";
import type { SentMail } from "./sent-mail.ts";
import { type SentRequest, type SentResult, sentResultSchema } from "./sent-request.ts";

type CallSender = SignerDependencies & { readonly senderUrl: string; readonly fetch: typeof fetch };

/** Longer than the sender takes. */
const CALL_MS = 18_000;
const STATUS_OK = 200;
/** Lambda returns this status if the function has no environment for the call. */
const STATUS_THROTTLED = 429;
/** Lambda returns such a status if the function fails or does not start. */
const STATUS_FAILED_MIN = 500;

/**
 * Returns a function that calls the sender to send a request or a mail. It throws if the sender fails; this is no
 * failure of the receiver.
 */
export function callSender(options: CallSender): (sent: SentRequest | SentMail) => Promise<SentResult> {
  const call = callerOf(options);
  return async (sent) => sentResultSchema().parse(await call(sent));
}

/**
 * Returns a function that calls the sender to read a client's document. It throws a `SenderUnavailableError` if a later
 * call may succeed, and another error if the sender rejects the call.
 */
export function readThroughSender(options: CallSender): ReadDocument {
  const call = callerOf(options);
  return async (document) => documentResultSchema().parse(await call({ document }));
}

function callerOf({ senderUrl, fetch: send, ...signing }: CallSender) {
  const sign = createLambdaSigner(signing);
  return async (sent: SentRequest | SentMail | SentReading): Promise<unknown> => {
    const url = new URL(senderUrl);
    const body = JSON.stringify(sent);
    const headers = await sign({ method: "POST", url, headers: { "content-type": "application/json" }, body });
    const signal = AbortSignal.timeout(CALL_MS);
    const { status, text } = await tryCall(send, url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (status === STATUS_THROTTLED || status >= STATUS_FAILED_MIN) throw new SenderUnavailableError(returned(status));
    if (status !== STATUS_OK) throw new Error(returned(status));
    return JSON.parse(text);
  };
}

async function tryCall(send: typeof fetch, url: URL, request: RequestInit) {
  try {
    const response = await send(url, request);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new SenderUnavailableError("The sender cannot be reached.", { cause });
  }
}

function returned(status: number): string {
  return `The sender returned ${status}.`;
}
