import { createLambdaSigner, type SignerDependencies } from "../stores/signed-transport.ts";
import type { SentMail } from "./sent-mail.ts";
import { type SentRequest, type SentResult, sentResultSchema } from "./sent-request.ts";

type CallSender = SignerDependencies & { readonly senderUrl: string; readonly fetch: typeof fetch };

/** Longer than the sender takes. */
const CALL_MS = 18_000;

/**
 * Returns a function that has the sender send a request or a mail. It throws if the sender fails, which says nothing of
 * the receiver.
 */
export function callSender({
  senderUrl,
  fetch: send,
  ...signing
}: CallSender): (sent: SentRequest | SentMail) => Promise<SentResult> {
  const sign = createLambdaSigner(signing);
  return async (sent) => {
    const url = new URL(senderUrl);
    const body = JSON.stringify(sent);
    const headers = await sign({ method: "POST", url, headers: { "content-type": "application/json" }, body });
    const signal = AbortSignal.timeout(CALL_MS);
    const response = await send(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (!response.ok) throw new Error(`The sender returned ${response.status}.`);
    return sentResultSchema().parse(await response.json());
  };
}
