import { createLambdaSigner, type SignerDependencies } from "../stores/signed-transport.ts";
import { type SendWebhook, sentResultSchema } from "./sent-request.ts";

type CallSender = SignerDependencies & { readonly senderUrl: string; readonly fetch: typeof fetch };

/** Longer than the sender takes. */
const CALL_MS = 18_000;

/** Returns a function that has the sender send. It throws if the sender fails, which says nothing of the receiver. */
export function callSender({ senderUrl, fetch: send, ...signing }: CallSender): SendWebhook {
  const sign = createLambdaSigner(signing);
  return async (request) => {
    const url = new URL(senderUrl);
    const body = JSON.stringify(request);
    const headers = await sign({ method: "POST", url, headers: { "content-type": "application/json" }, body });
    const signal = AbortSignal.timeout(CALL_MS);
    const response = await send(url, { method: "POST", headers, body, signal, redirect: "manual" });
    if (!response.ok) throw new Error(`The sender returned ${response.status}.`);
    return sentResultSchema().parse(await response.json());
  };
}
