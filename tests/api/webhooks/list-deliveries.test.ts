import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { webhookDeliveries } from "../../../db/schema/webhooks.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("GET /webhooks/{webhook_id}/deliveries", () => {
  it("[HOOK-14] lists deliveries, newest first, page by page and by status", async () => {
    const { db, created, post, deliveries } = await setUp();
    const id = await created();
    const ids: number[] = [];
    for (let test = 0; test < 3; test += 1) ids.unshift((await post(id, "test")).body.data.id);
    const done = { status: "delivered" as const, finishedAt: new Date() };
    await db
      .update(webhookDeliveries)
      .set(done)
      .where(eq(webhookDeliveries.id, Number(ids[0])));

    const first = await deliveries(id, "?per_page=2");
    const second = await deliveries(id, `?per_page=2&page=2&after_id=${first.data.at(-1).id}`);
    const pending = await deliveries(id, "?status=pending");

    const idsOf = ({ data }: { data: { id: number }[] }) => data.map((one) => one.id);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(idsOf(pending)).toEqual(ids.slice(1));
    expect(first.data[1]).toMatchObject({ type: "webhook.test", event_id: null, status: "pending", attempts: 0 });
  });
});
