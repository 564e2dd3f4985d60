import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { webhookDeliveries } from "../../../db/schema/webhooks.ts";
import { addEvent } from "../../support/events.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("POST /webhooks/{webhook_id}/replay", () => {
  const to = new Date(Date.now() - 60_000);
  const from = new Date(to.getTime() - 3_600_000);
  const within = new Date(from.getTime() + 60_000);
  const period = { from: from.toISOString(), to: to.toISOString() };

  it("[HOOK-15] queues the events of the period that match, each with its id", async () => {
    const { db, caller, created, post, deliveries } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const rival = await createCompetitor(db, caller.user.id, app);
    const event = { appId: app.id, occurredAt: within };
    const ids = [await addEvent(db, event), await addEvent(db, { ...event, type: "app.removed" })];
    await addEvent(db, { ...event, occurredAt: to });
    await addEvent(db, { ...event, appId: rival.id });
    const id = await created();

    const { status, body } = await post(id, "replay", period);

    expect([status, body.data]).toEqual([202, { queued: 2 }]);
    const { data } = await deliveries(id);
    expect(data.map(({ event_id }: { event_id: string }) => event_id).toReversed()).toEqual(ids);
  });

  it("[HOOK-15] is 409 while an earlier replay is pending, and sends the events once more after it", async () => {
    const { db, caller, created, post, deliveries } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addEvent(db, { appId: app.id, occurredAt: within });
    const id = await created();
    await post(id, "replay", period);

    const during = await post(id, "replay", period);
    await db
      .update(webhookDeliveries)
      .set({ status: "delivered", finishedAt: new Date() })
      .where(eq(webhookDeliveries.endpointId, id));
    const after = await post(id, "replay", period);

    expect([during.status, after.status]).toEqual([409, 202]);
    expect((await deliveries(id)).data).toHaveLength(2);
  });

  it("[HOOK-15] is 409 for all but one of several at the same time, which sends each event once", async () => {
    const { db, caller, created, post, deliveries } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addEvent(db, { appId: app.id, occurredAt: within });
    const id = await created();

    const sent = await Promise.all(Array.from({ length: 6 }, () => post(id, "replay", period)));

    expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409]);
    expect((await deliveries(id)).data).toHaveLength(1);
  });

  it.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59"])(
    "[HOOK-15] rejects %s, which the database cannot store",
    async (instant) => {
      const { created, post } = await setUp();

      expect((await post(await created(), "replay", { from: instant, to: instant })).status).toBe(422);
    },
  );

  it("[HOOK-15] rejects a period of more than 7 days, and one that ends before it begins", async () => {
    const { created, post } = await setUp();
    const id = await created();
    const earlier = new Date(to.getTime() - 8 * 86_400_000).toISOString();

    const rejected = [
      await post(id, "replay", { ...period, from: earlier }),
      await post(id, "replay", { from: period.to, to: period.from }),
    ];

    expect(rejected.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
      [422, ["from"]],
      [422, ["to"]],
    ]);
  });
});
