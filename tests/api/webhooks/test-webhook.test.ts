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

  it("[HOOK-20] is 429 for the sixth in a minute, of all endpoints of the user, and queues nothing", async () => {
    const { created, post, deliveries } = await setUp();
    const [first, second] = [await created(), await created()];
    const statuses: number[] = [];
    for (const id of [first, second, first, second, first]) statuses.push((await post(id, "test")).status);

    const sixth = await post(second, "test");

    expect([...statuses, sixth.status]).toEqual([202, 202, 202, 202, 202, 429]);
    expect(sixth.headers).toMatchObject({ "x-ratelimit-limit": "5", "x-ratelimit-remaining": "0" });
    expect(sixth.headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect((await deliveries(second)).data).toHaveLength(2);
  });

  it("[HOOK-20] counts the tests of each user apart", async () => {
    const [ada, other] = [await setUp(), await setUp()];
    const [id, theirs] = [await ada.created(), await other.created()];
    for (let turn = 0; turn < 6; turn += 1) await ada.post(id, "test");

    expect((await other.post(theirs, "test")).status).toBe(202);
  });

  it("is 404 for an unknown endpoint", async () => {
    const { post } = await setUp();

    expect((await post(1_000_000, "test")).status).toBe(404);
  });
});
