import { sendWebhook } from "../../lib/webhooks/send-webhook.ts";
import { type SentResult, sentRequestSchema } from "../../lib/webhooks/sent-request.ts";
import { senderDependencies } from "../../lib/wiring/deployed-webhooks.ts";

/** The event of a function URL. Only the dispatcher may call it. */
type UrlEvent = { readonly body?: string; readonly isBase64Encoded?: boolean };

export async function handler({ body = "", isBase64Encoded = false }: UrlEvent) {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  const result: SentResult = await sendWebhook(senderDependencies(), sentRequestSchema().parse(JSON.parse(text)));
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(result) };
}
