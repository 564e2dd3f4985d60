import { createLambdaSigner, type SignerDependencies } from "../stores/signed-transport.ts";
import { documentResultSchema, type ReadDocument, type SentReading } from "./read-document.ts";
import type { SentMail } from "./sent-mail.ts";
import { type SentRequest, type SentResult, sentResultSchema } from "./sent-request.ts";

type CallSender = SignerDependencies & { readonly senderUrl: string; readonly fetch: typeof fetch };

/** Longer than the sender takes. */
const CALL_MS = 18_000;

/**
 * Returns a function that calls the sender to send a request or a mail. It throws if the sender fails; this is no
 * failure of the receiver.
 */
export function callSender(options: CallSender): (sent: SentRequest | SentMail) => Promise<SentResult> {
  const call = callerOf(options);
  return async (sent) => sentResultSchema().parse(await call(sent));
}

/** Returns a function that calls the sender to read a client's document. It throws if the sender fails. */
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
    const response = await send(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (!response.ok) throw new Error(`The sender returned ${response.status}.`);
    return await response.json();
  };
}
