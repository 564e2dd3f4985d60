import { describe, expect, it } from "vitest";

import { addEvent, justNow } from "../support/events.ts";
import { createTracked } from "../support/followed-apps.ts";
import { delivered, useDispatch } from "./use-dispatch.ts";

const createDispatch = useDispatch();
const slack = { format: "slack", url: "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop" };

async function setUp(respond?: Parameters<typeof createDispatch>[0]) {
  const world = await createDispatch(respond);
  const app = await createTracked(world.db, world.caller.user.id);
  return { ...world, app };
}

describe("a webhook of a chat", () => {
  it("[HOOK-24] shows no secret and only the end of its address", async () => {
    const { api, caller } = await setUp();
    const body = { name: "Team", scope: { kind: "mine" }, ...slack };
    const created = (await api.post("/webhooks", body, caller)).body.data;

    expect(created).toMatchObject({ format: "slack", secret: null, url: "https://hooks.slack.com/…/mnop" });
    const listed = (await api.get("/webhooks", caller)).body.data;
    expect(JSON.stringify(listed)).not.toContain("abcdefgh");
    expect((await api.post(`/webhooks/${created.id}/rotate-secret`, undefined, caller)).status).toBe(409);
  });

  it("[HOOK-31] rejects an address of another chat, also when it is changed", async () => {
    const { api, caller, create } = await setUp();
    const other = { url: "https://discord.com/api/webhooks/1/abc" };
    const body = { name: "Team", scope: { kind: "mine" }, ...slack, ...other };
    expect((await api.post("/webhooks", body, caller)).status).toBe(422);
    const { id } = await create(slack);
    const patched = await api.request({ method: "PATCH", path: `/webhooks/${id}`, body: other, token: caller.token });
    expect([patched.status, Object.keys(patched.body.errors)]).toEqual([422, ["url"]]);
  });

  it("[HOOK-25] gets the events of an app and report as one message, and another app's as another", async () => {
    const { db, app, caller, create, deliveries, dispatch, received } = await setUp();
    const { id } = await create(slack);
    const other = await createTracked(db, caller.user.id);
    await db.transaction(async (transaction) => {
      for (const field of ["title", "subtitle"] as const) {
        await addEvent(transaction, { appId: app.id, field, occurredAt: justNow() });
      }
      await addEvent(transaction, { appId: other.id, occurredAt: justNow() });
    });
    await dispatch();

    expect(received.map(({ url }) => url)).toEqual([slack.url, slack.url]);
    expect(received.map(({ body }) => body.includes("2 events"))).toEqual([true, false]);
    expect(Object.keys(received[0]?.headers ?? {})).toEqual(["content-type", "user-agent"]);
    const rows = await deliveries(id);
    expect(rows.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("[HOOK-25] counts a message that fails as one failure, and sends it again as one", async () => {
    const responses = [{ ...delivered, status: 500 }, delivered];
    const { db, app, create, dispatch, endpoint, makeDue, received } = await setUp(
      () => responses.shift() ?? delivered,
    );
    const { id } = await create(slack);
    await db.transaction(async (transaction) => {
      for (const field of ["title", "subtitle"] as const) {
        await addEvent(transaction, { appId: app.id, field, occurredAt: justNow() });
      }
    });
    await dispatch();
    expect((await endpoint(id))?.failedAttempts).toBe(1);
    await makeDue();
    await dispatch();
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  it("[HOOK-26] gets no message about an event of more than 24 hours before, which a signed webhook gets", async () => {
    const { db, app, create, dispatch, received } = await setUp();
    await create(slack);
    await create({ url: "https://receiver.example/hook" });
    const occurredAt = new Date(Date.now() - 25 * 3_600_000);
    await addEvent(db, { appId: app.id, occurredAt, reportedAt: justNow() });
    await dispatch();

    expect(received.map(({ url }) => new URL(url).hostname)).toEqual(["receiver.example"]);
  });

  it("[HOOK-27] that has too many messages gets no other one in the tick", async () => {
    const { db, app, caller, create, deliveries, dispatch, received } = await setUp(() => ({
      ...{ status: 429, retryAfterSeconds: 7_200, excerpt: "", durationMs: 1 },
    }));
    const { id } = await create(slack);
    const other = await createTracked(db, caller.user.id);
    for (const { id: appId } of [app, other]) await addEvent(db, { appId, occurredAt: justNow() });
    await dispatch();

    expect(received).toHaveLength(1);
    const next = (await deliveries(id)).map(({ nextAttemptAt }) => nextAttemptAt.getTime() - Date.now());
    expect(Math.max(...next)).toBeGreaterThan(7_000_000);
  });

  it("[HOOK-20] is tested by a message", async () => {
    const { create, dispatch, queueTest, received } = await setUp();
    const { id } = await create(slack);
    await queueTest(id);
    await dispatch();
    expect(received[0]?.body).toContain("This is a test.");
  });
});

describe("a webhook with a filter", () => {
  it("[HOOK-22] is sent the events that meet it, until the filter is changed", async () => {
    const { api, app, caller, create, db, dispatch, idsReceived } = await setUp();
    const { id } = await create({ filter: { fields: ["title"] } });
    const title = await addEvent(db, { appId: app.id, field: "title", reportedAt: justNow() });
    await addEvent(db, { appId: app.id, field: "subtitle", reportedAt: justNow() });
    await dispatch();
    expect(idsReceived()).toEqual([title]);

    await api.request({ method: "PATCH", path: `/webhooks/${id}`, body: { filter: {} }, token: caller.token });
    const subtitle = await addEvent(db, { appId: app.id, field: "subtitle", reportedAt: justNow() });
    await dispatch();
    expect(idsReceived()).toEqual([title, subtitle]);
  });
});
