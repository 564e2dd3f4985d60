import { createHmac } from "node:crypto";

/** Standard Webhooks 1.0 allows 24 to 64 bytes. */
export const WEBHOOK_SECRET_BYTES = 32;

const SECRET_PREFIX = "whsec_";

export type SignedDelivery = {
  /** The same for each attempt of a delivery. */
  readonly id: string;
  /** Unix time of the real clock. Receivers reject requests that are more than five minutes old or ahead. */
  readonly sentAt: number;
  readonly body: string;
};

/** Returns a secret in the form that the user sees. */
export function formatWebhookSecret(secret: Uint8Array): string {
  return `${SECRET_PREFIX}${Buffer.from(secret).toString("base64")}`;
}

/** Returns the headers of Standard Webhooks 1.0. During a rotation, there is a signature by each of both secrets. */
export function signDelivery(
  { id, sentAt, body }: SignedDelivery,
  secrets: readonly Uint8Array[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt));
  const signatures = secrets.map((secret) => {
    const digest = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
    return `v1,${digest}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
