import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";

import { webhookDeliveries, webhookEndpoints } from "../../db/schema/webhooks.ts";
import { PENDING_DELIVERIES_MAX } from "../../lib/domain/webhook.ts";
import { dispatchWebhooks } from "../../lib/webhooks/dispatch-webhooks.ts";
import { addEvent } from "../support/events.ts";
import { createCompetitor, createTracked } from "../support/followed-apps.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { settleTransactions } from "../support/settled-transactions.ts";
import { delivered, useDispatch } from "./use-dispatch.ts";

const setUp = useDispatch();
const reportedAt = () => new Date(Date.now() + 1_000);

describe("the dispatch of events", () => {
  it("[HOOK-6] sends each event that matches to the endpoint once, in the order in which they were written", async () => {
    const { db, caller, create, dispatch, idsReceived } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await addEvent(db, { appId: app.id, reportedAt: new Date(Date.now() - 60_000) });
    await create();
    const ids = [await addEvent(db, { appId: app.id, reportedAt: reportedAt() })];
    ids.push(await addEvent(db, { appId: app.id, type: "app.removed", reportedAt: reportedAt() }));

    await dispatch();
    await dispatch();

    expect(idsReceived()).toEqual(ids);
  });

  it("[HOOK-16] sends nothing to an endpoint that is disabled while its deliveries are made", async () => {
    const { db, sql: connection, deps, caller, create, dispatch, deliveries, received } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const { id } = await create();
    await addEvent(db, { appId: app.id, reportedAt: reportedAt() });
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await settleTransactions(connection);

    const dispatched = await connection.begin(async (transaction) => {
      await transaction`UPDATE webhook_endpoints SET disabled_reason = 'user' WHERE id = ${id}`;
      const running = dispatchWebhooks(deps);
      await expect.poll(async () => (await db.execute(waiting)).length, { timeout: 5_000 }).toBe(1);
      return { running };
    });
    await dispatched.running;
    await dispatch();

    expect(received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([{ status: "cancelled", cancelledReason: "disabled" }]);
  });

  it("[HOOK-3] signs what the verifier of Standard Webhooks accepts, with both secrets in a rotation", async () => {
    const { db, api, caller, create, dispatch, received } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const { id, secret } = await create();
    const rotated = await api.post(`/webhooks/${id}/rotate-secret`, undefined, caller);
    const event = await addEvent(db, { appId: app.id, reportedAt: reportedAt(), data: { after: "Ümläut 🎉" } });

    await dispatch();

    const [request] = received;
    const body = request?.body ?? "";
    for (const one of nonEmpty([secret, rotated.body.data.secret])) {
      const verifier = new Webhook(one);
      const message = verifier.verify(body, { ...request?.headers });
      expect(message).toMatchObject({ type: "listing.changed", data: { id: event, app: { id: app.id } } });
      expect(() => verifier.verify(body.replace("listing", "Listing"), { ...request?.headers })).toThrow();
      expect(() => verifier.verify(body, { ...request?.headers, "webhook-id": "evt_1" })).toThrow();
    }
  });

  it("[HOOK-11] sends the events of the scope, the types and the weight of the endpoint", async () => {
    const { db, api, caller, create, dispatch, deliveries } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const rival = await createCompetitor(db, caller.user.id, app);
    const view = (path: string, query: object) =>
      api.post("/views", { name: path + JSON.stringify(query), scope: { path, query } }, caller);
    const priced = await view("/changes/all", { field: "price", country: "jp" });
    const endpoints = {
      mine: await create(),
      rivals: await create({ scope: { kind: "rivals" } }),
      app: await create({ scope: { kind: "app", app: { platform: "ios", external_id: rival.externalId } } }),
      removed: await create({ types: ["app.removed"] }),
      heavy: await create({ scope: { kind: "rivals" }, min_weight: 0.3 }),
      view: await create({ scope: { kind: "view", view_id: priced.body.data.id } }),
    };
    const japan = { countries: [{ country_code: "jp", before: "1", after: "2" }] };
    const ids = {
      own: await addEvent(db, { appId: app.id, reportedAt: reportedAt() }),
      removal: await addEvent(db, { appId: app.id, type: "app.removed", reportedAt: reportedAt() }),
      rival: await addEvent(db, { appId: rival.id, weight: 0.5, reportedAt: reportedAt() }),
      important: await addEvent(db, { appId: rival.id, weight: 0.8, reportedAt: reportedAt() }),
      priced: await addEvent(db, { appId: app.id, type: "app.price_changed", data: japan, reportedAt: reportedAt() }),
    };

    await dispatch();

    const sentTo: Record<string, string[]> = {};
    for (const [name, { id }] of Object.entries(endpoints)) {
      const events = (await deliveries(id)).map(({ eventId }) => `evt_${eventId}`);
      sentTo[name] = Object.entries(ids).flatMap(([event, evt]) => (events.includes(evt) ? [event] : []));
    }
    expect(sentTo).toEqual({
      mine: ["own", "removal", "priced"],
      rivals: ["rival", "important"],
      app: ["rival", "important"],
      removed: ["removal"],
      heavy: ["important"],
      view: ["priced"],
    });
  });

  it("[HOOK-6] sends nothing to a disabled endpoint but what its user requests", async () => {
    const { db, api, caller, create, dispatch, idsReceived, endpoint } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const { id } = await create();
    await api.request({ method: "PATCH", path: `/webhooks/${id}`, body: { status: "disabled" }, token: caller.token });
    await addEvent(db, { appId: app.id, reportedAt: reportedAt() });
    const test = await api.post(`/webhooks/${id}/test`, undefined, caller);

    await dispatch();

    expect(idsReceived()).toEqual([`test_${test.body.data.id}`]);
    expect((await endpoint(id))?.disabledReason).toBe("user");
  });

  it("[HOOK-17] cancels the oldest of more than 5,000 pending deliveries, and says so", async () => {
    const { db, caller, create, dispatch, deliveries, logged } = await setUp();
    const app = await createTracked(db, caller.user.id);
    const { id } = await create();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await db.execute(sql`
      INSERT INTO webhook_deliveries (endpoint_id, type, next_attempt_at)
      SELECT ${id}, 'webhook.test', ${later} FROM generate_series(1, ${PENDING_DELIVERIES_MAX})`);
    await addEvent(db, { appId: app.id, reportedAt: reportedAt() });

    await dispatch({ send: async () => ({ error: "connect", durationMs: 1 }) });

    const all = await deliveries(id);
    expect(all.filter(({ status }) => status === "pending")).toHaveLength(PENDING_DELIVERIES_MAX);
    expect(all.at(-1)).toMatchObject({ status: "cancelled", cancelledReason: "too_many" });
    expect(logged).toContainEqual({
      event: "webhooks.deliveries.cancelled",
      fields: { endpointId: id, deliveries: 1, reason: "too_many" },
    });
  });

  it("[HOOK-6] goes on from now after a restore, and repeats nothing", async () => {
    const { db, caller, create, dispatch, idsReceived } = await setUp();
    const app = await createTracked(db, caller.user.id);
    await create();
    await db.execute(sql`UPDATE webhook_cursor SET epoch = 0, written_in = '18446744073709551000'::xid8`);
    await dispatch();

    const id = await addEvent(db, { appId: app.id, reportedAt: reportedAt() });
    await dispatch();

    expect(idsReceived()).toEqual([id]);
  });
});

describe("an attempt", () => {
  it("[HOOK-4] is repeated with the same id and body until it succeeds", async () => {
    const results = [{ status: 500, excerpt: "oops", durationMs: 7 }, delivered];
    const { db, caller, create, dispatch, deliveries, received, makeDue, endpoint } = await setUp(
      () => results.shift() ?? delivered,
    );
    const app = await createTracked(db, caller.user.id, { name: "Before" });
    const { id } = await create();
    await addEvent(db, { appId: app.id, reportedAt: reportedAt() });

    await dispatch();
    const [failed] = await deliveries(id);
    const failing = await endpoint(id);
    await db.execute(sql`UPDATE apps SET name = 'After' WHERE id = ${app.id}`);
    await makeDue();
    await dispatch();

    expect(failed).toMatchObject({ status: "pending", attempts: 1, lastStatus: 500, responseExcerpt: "oops" });
    expect(failing).toMatchObject({ failedAttempts: 1, failingSince: expect.any(Date) });
    expect((await deliveries(id))[0]).toMatchObject({ status: "delivered", attempts: 2, lastStatus: 200 });
    expect(await endpoint(id)).toMatchObject({
      failedAttempts: 0,
      failingSince: null,
      lastDeliveredAt: expect.any(Date),
    });
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
  });

  it("[HOOK-4] waits as long as the receiver says", async () => {
    const { api, caller, create, dispatch, deliveries } = await setUp(() => ({
      ...{ status: 429, excerpt: "", durationMs: 1, retryAfterSeconds: 3_600 },
    }));
    const { id } = await create();
    await api.post(`/webhooks/${id}/test`, undefined, caller);

    await dispatch();

    const [delivery] = await deliveries(id);
    const minutes = ((delivery?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
  });

  it("[HOOK-5] disables the endpoint after 410, and cancels the rest", async () => {
    const { api, caller, create, dispatch, deliveries, endpoint } = await setUp(() => ({
      ...{ status: 410, excerpt: "", durationMs: 1 },
    }));
    const { id } = await create();
    for (let test = 0; test < 2; test += 1) await api.post(`/webhooks/${id}/test`, undefined, caller);

    await dispatch();

    expect((await endpoint(id))?.disabledReason).toBe("gone");
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(["cancelled", "failed"]);
  });

  it("[HOOK-5] disables an endpoint that has failed for more than five days", async () => {
    const { db, api, caller, create, dispatch, endpoint } = await setUp(() => ({ error: "dns", durationMs: 1 }));
    const { id } = await create();
    const failingSince = new Date(Date.now() - 6 * 86_400_000);
    await db.update(webhookEndpoints).set({ failingSince, failedAttempts: 19 });
    await api.post(`/webhooks/${id}/test`, undefined, caller);

    await dispatch();

    expect((await endpoint(id))?.disabledReason).toBe("failing");
  });

  it("[HOOK-18] of a receiver that hangs delays only its own deliveries, to the next tick", async () => {
    const { create, queueTest, dispatch, deliveries } = await setUp(({ url }) =>
      url.includes("hanging") ? { error: "timeout", durationMs: 15_000 } : delivered,
    );
    const hanging = await create({ url: "https://hanging.example/" });
    const other = await create();
    for (const { id } of [hanging, other]) {
      for (let test = 0; test < 3; test += 1) await queueTest(id);
    }

    await dispatch();

    expect((await deliveries(hanging.id)).map(({ attempts }) => attempts)).toEqual([0, 0, 1]);
    expect((await deliveries(other.id)).map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  });

  it("[HOOK-18] has one of four places if its receiver failed before, until all others have been served", async () => {
    let [isOtherServed, isRetried, now, most] = [false, false, 0, 0];
    const { create, queueTest, dispatch, makeDue, received } = await setUp(async ({ url }) => {
      if (!url.includes("hanging")) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isOtherServed = true;
        return delivered;
      }
      now += 1;
      if (isRetried && !isOtherServed) most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 10));
      now -= 1;
      return { error: "timeout", durationMs: 15_000 };
    });
    const hanging = [];
    for (let place = 0; place < 6; place += 1) hanging.push(await create({ url: `https://hanging${place}.example/` }));
    for (const { id } of hanging) await queueTest(id);
    await dispatch();
    const other = await create();
    for (const { id } of [...hanging, other]) await queueTest(id);
    await makeDue();
    isRetried = true;
    received.length = 0;

    await dispatch();

    expect(most).toBe(4);
    expect(new Set(received.map(({ url }) => url)).size).toBe(7);
  });

  it("[HOOK-18] is one at a time to an endpoint, and 20 at once to all", async () => {
    let [now, most] = [0, 0];
    const busy = new Set<string>();
    const { db, dispatch, create, queueTest } = await setUp(async ({ url }) => {
      expect(busy.has(url)).toBe(false);
      busy.add(url);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      busy.delete(url);
      return delivered;
    });
    const { createCaller } = await import("../support/api.ts");
    for (let user = 0; user < 3; user += 1) {
      const owner = await createCaller(db);
      for (let place = 0; place < 8; place += 1) {
        const { id } = await create({ url: `https://r${user}-${place}.example/` }, owner);
        for (let test = 0; test < 2; test += 1) await queueTest(id, owner);
      }
    }

    await dispatch();

    expect(most).toBe(20);
    const open = await db.select().from(webhookDeliveries).where(sql`status = 'pending'`);
    expect(open).toEqual([]);
  });
});
