import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { webhookEndpoints } from "../../../db/schema/webhooks.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("PATCH /webhooks/{webhook_id}", () => {
  it("changes what is sent, and leaves the rest", async () => {
    const { created, patch } = await setUp();
    const id = await created({ types: ["app.removed"] });

    const { status, body } = await patch(id, { name: "Other", scope: { kind: "rivals" }, min_weight: 0.5 });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ name: "Other", types: ["app.removed"], min_weight: 0.5, url: "https://receiver.example/hook" },
      scope: { kind: "rivals", app: null, view: null },
    });
  });

  it("[HOOK-16] cancels what is pending when the user disables the endpoint", async () => {
    const { created, patch, post, deliveries } = await setUp();
    const id = await created();
    await post(id, "test");

    const { body } = await patch(id, { status: "disabled" });

    expect(body.data).toMatchObject({ status: "disabled", disabled_reason: "user" });
    expect((await deliveries(id)).data).toMatchObject([{ status: "cancelled", cancelled_reason: "disabled" }]);
  });

  it("[HOOK-16] clears the failures when the user enables the endpoint again", async () => {
    const { db, created, patch } = await setUp();
    const id = await created();
    const failing = { disabledReason: "failing" as const, failingSince: new Date(), failedAttempts: 20 };
    await db.update(webhookEndpoints).set(failing).where(eq(webhookEndpoints.id, id));

    const { body } = await patch(id, { status: "enabled" });

    expect(body.data).toMatchObject({ status: "enabled", disabled_reason: null, failing_since: null });
  });

  it("rejects a URL and a scope as a new endpoint does", async () => {
    const { created, patch } = await setUp();
    const id = await created();

    const rejected = [
      await patch(id, { url: "http://receiver.example/" }),
      await patch(id, { scope: { kind: "app", app: { platform: "ios", external_id: "1" } } }),
    ];

    expect(rejected.map(({ status }) => status)).toEqual([422, 422]);
  });
});
