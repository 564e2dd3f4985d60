import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("a webhook of another user", () => {
  it("is 404 for every operation", async () => {
    const { db, api, created, patch, post } = await setUp();
    const id = await created();
    const deliveryId: number = (await post(id, "test")).body.data.id;
    const stranger = await createCaller(db);

    const responses = [
      await patch(id, { name: "Mine" }, stranger),
      await api.delete(`/webhooks/${id}`, stranger),
      await api.get(`/webhooks/${id}/deliveries`, stranger),
      await post(id, "rotate-secret", undefined, stranger),
      await post(id, "test", undefined, stranger),
      await post(id, `deliveries/${deliveryId}/redeliver`, undefined, stranger),
      await post(id, "replay", { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" }, stranger),
    ];

    for (const { status } of nonEmpty(responses)) expect(status).toBe(404);
    expect((await api.get("/webhooks", stranger)).body.data).toEqual([]);
  });
});
