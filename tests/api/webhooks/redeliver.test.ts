import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { webhookDeliveries } from "../../../db/schema/webhooks.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", () => {
  it("[HOOK-14] makes a finished delivery pending again", async () => {
    const { db, created, post } = await setUp();
    const id = await created();
    const deliveryId: number = (await post(id, "test")).body.data.id;
    const failed = { status: "failed" as const, attempts: 10, finishedAt: new Date(), payload: "{}" };
    await db.update(webhookDeliveries).set(failed).where(eq(webhookDeliveries.id, deliveryId));

    const { status, body } = await post(id, `deliveries/${deliveryId}/redeliver`);

    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      id: deliveryId,
      status: "pending",
      attempts: 0,
      payload: "{}",
      finished_at: null,
    });
  });
});
