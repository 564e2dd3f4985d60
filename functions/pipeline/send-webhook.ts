import * as z from "zod";

import { readDocument, type SentReading, sentReadingSchema } from "../../lib/webhooks/read-document.ts";
import { sendWebhook } from "../../lib/webhooks/send-webhook.ts";
import { type SentMail, sentMailSchema } from "../../lib/webhooks/sent-mail.ts";
import { type SentRequest, sentRequestSchema } from "../../lib/webhooks/sent-request.ts";
import { senderDependencies } from "../../lib/wiring/deployed-webhooks.ts";

/** The event of a function URL. Only the dispatcher and the endpoint that connects clients may call it. */
type UrlEvent = { readonly body?: string; readonly isBase64Encoded?: boolean };

export async function handler({ body = "", isBase64Encoded = false }: UrlEvent) {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
  const sent = z.union([sentMailSchema(), sentRequestSchema(), sentReadingSchema()]).parse(JSON.parse(text));
  return {
    statusCode: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(await send(sent)),
  };
}

async function send(sent: SentMail | SentRequest | SentReading) {
  if ("document" in sent) return await readDocument(senderDependencies(), sent.document);
  if (!("mail" in sent)) return await sendWebhook(senderDependencies(), sent);
  // A separate chunk, so that an environment that sends no mail never loads the client of SMTP.
  const { sendMail } = await import("../../lib/webhooks/send-mail.ts");
  return await sendMail(senderDependencies(), sent);
}
