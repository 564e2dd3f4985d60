import { describe, expect, it } from "vitest";

import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("POST /webhooks/{webhook_id}/test", () => {
  it("[HOOK-14] queues a delivery that is due at once, also of a disabled endpoint", async () => {
    const { created, patch, post, deliveries } = await setUp();
    const id = await created();
    await patch(id, { status: "disabled" });

    const { status, body } = await post(id, "test");

    expect(status).toBe(202);
    expect(body.data).toMatchObject({ type: "webhook.test", event_id: null, status: "pending", attempts: 0 });
    expect((await deliveries(id)).data).toEqual([body.data]);
  });

  it("is 404 for an unknown endpoint", async () => {
    const { post } = await setUp();

    expect((await post(1_000_000, "test")).status).toBe(404);
  });
});
