import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

import { formatWebhookSecret, signDelivery, WEBHOOK_SECRET_BYTES } from "../../lib/webhooks/sign-delivery.ts";

const body = JSON.stringify({
  type: "listing.changed",
  timestamp: "2026-03-01T00:00:00Z",
  data: { title: "漢 & <b>" },
});

function signed(secrets: readonly Buffer[], sentAt = Date.now() / 1_000) {
  return signDelivery({ id: "evt_4711", sentAt, body }, secrets);
}

const verifierOf = (secret: Buffer) => new Webhook(formatWebhookSecret(secret));
const newSecret = () => randomBytes(WEBHOOK_SECRET_BYTES);

describe("a signed delivery", () => {
  it("[HOOK-3] is accepted by a verifier of Standard Webhooks", () => {
    const secret = newSecret();

    expect(verifierOf(secret).verify(body, { ...signed([secret]) })).toEqual(JSON.parse(body));
  });

  it("[HOOK-3] is accepted with either secret while one is rotated", () => {
    const [previous, current] = [newSecret(), newSecret()];
    const headers = { ...signed([current, previous]) };

    for (const secret of [previous, current]) expect(() => verifierOf(secret).verify(body, headers)).not.toThrow();
  });

  it("[HOOK-3] is rejected with another secret, body, id or time, and after five minutes", () => {
    const secret = newSecret();
    const headers = { ...signed([secret]) };
    const verify =
      (sent: string, changed: Record<string, string> = {}) =>
      () =>
        verifierOf(secret).verify(sent, { ...headers, ...changed });

    expect(() => verifierOf(newSecret()).verify(body, headers)).toThrow();
    expect(verify(`${body} `)).toThrow();
    expect(verify(body, { "webhook-id": "evt_4712" })).toThrow();
    expect(verify(body, { "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) })).toThrow();
    expect(verify(body, { ...signed([secret], Date.now() / 1_000 - 301) })).toThrow();
  });
});
