import { Webhook } from "standardwebhooks";
import * as z from "zod";

import { PAYLOAD_BYTES_MAX } from "../../lib/domain/webhook.ts";
import type { HttpReply } from "./host/http-payload.ts";
import { listen } from "./host/http-server.ts";

const signatureHeaders = z.object({
  "webhook-id": z.string(),
  "webhook-timestamp": z.string(),
  "webhook-signature": z.string(),
});

export type ReceivedDelivery = {
  readonly headers: z.infer<typeof signatureHeaders>;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
};

export type WebhookReceiver = {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  readonly close: () => Promise<void>;
};

/** Receives the deliveries of webhooks on this machine. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  const { url, close } = await listen({
    port: 0,
    bodyBytesMax: PAYLOAD_BYTES_MAX,
    onError: () => {},
    reply: async ({ headers, body }) => {
      received.push({ headers: signatureHeaders.parse(headers), body: body.toString(), receivedAt: Date.now() });
      return accepted;
    },
  });
  return { url: `${url}/`, received, close };
}

const accepted: HttpReply = { statusCode: 204, headers: {}, body: Buffer.alloc(0) };

/** Throws if the delivery is not signed with the secret. */
export function verifyDelivery(secret: string, { headers, body }: ReceivedDelivery): unknown {
  return new Webhook(secret).verify(body, headers);
}
