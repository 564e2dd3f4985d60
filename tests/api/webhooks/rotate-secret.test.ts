import { describe, expect, it } from "vitest";

import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("POST /webhooks/{webhook_id}/rotate-secret", () => {
  it("[HOOK-13] returns another secret, and keeps the old one for a day", async () => {
    const { created, post, list } = await setUp();
    const id = await created();

    const { status, body } = await post(id, "rotate-secret");

    expect(status).toBe(200);
    expect(body.data.secret).toMatch(/^whsec_/);
    const hours = (Date.parse(body.data.previous_secret_until) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect((await list())[0].previous_secret_until).toBe(body.data.previous_secret_until);
  });

  it("[HOOK-13] is 409 while the replaced secret signs", async () => {
    const { created, post } = await setUp();
    const id = await created();
    await post(id, "rotate-secret");

    expect((await post(id, "rotate-secret")).status).toBe(409);
  });
});
