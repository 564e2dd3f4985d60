import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { webhookDeliveries } from "../../../db/schema/webhooks.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("DELETE /webhooks/{webhook_id}", () => {
  it("deletes the endpoint and its deliveries", async () => {
    const { db, api, caller, created, post } = await setUp();
    const id = await created();
    await post(id, "test");

    expect((await api.delete(`/webhooks/${id}`, caller)).status).toBe(204);

    expect(await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))).toEqual([]);
  });
});
