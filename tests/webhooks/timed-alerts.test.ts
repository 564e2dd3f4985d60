import { describe, expect, it } from "vitest";

import { webhookDeliveries } from "../../db/schema/webhooks.ts";
import { DAY_ENDED_HOUR, DIGEST_APPS_MAX, DIGEST_EVENTS_OF_APP_MAX } from "../../lib/domain/alert-timing.ts";
import { addEvent, justNow } from "../support/events.ts";
import { createTracked } from "../support/followed-apps.ts";
import { delivered, useDispatch } from "./use-dispatch.ts";

const createDispatch = useDispatch();
const slack = { format: "slack", url: "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop" };
const HOUR_MS = 3_600_000;

async function setUp(respond?: Parameters<typeof createDispatch>[0]) {
  const world = await createDispatch(respond);
  const app = await createTracked(world.db, world.caller.user.id);
  const patch = (id: number, body: object) =>
    world.api.request({ method: "PATCH", path: `/webhooks/${id}`, body, token: world.caller.token });
  return { ...world, app, patch };
}

/** Returns the next moment after `after` at which the hour (UTC) begins. */
function nextHour(hour: number, after: number): number {
  const today = new Date(after).setUTCHours(hour, 0, 0, 0);
  return today > after ? today : today + 24 * HOUR_MS;
}

describe("the timing of a webhook", () => {
  it("[HOOK-50] is at once unless another one is chosen, and a digest has an hour", async () => {
    const { api, caller, patch } = await setUp();
    const create = async (body: object) =>
      await api.post("/webhooks", { name: "Team", scope: { kind: "mine" }, ...slack, ...body }, caller);
    const { data: first } = (await create({})).body;
    expect(first).toMatchObject({ timing: "at_once", digest_hour: null });
    expect((await create({ timing: "daily" })).body.data).toMatchObject({ timing: "daily", digest_hour: 7 });
    expect((await create({ timing: "after_day" })).body.data).toMatchObject({ timing: "after_day", digest_hour: null });

    expect((await patch(first.id, { timing: "daily", digest_hour: 18 })).body.data).toMatchObject({ digest_hour: 18 });
    expect((await patch(first.id, { digest_hour: 6 })).body.data).toMatchObject({ timing: "daily", digest_hour: 6 });
    expect((await patch(first.id, { name: "Other" })).body.data).toMatchObject({ timing: "daily", digest_hour: 6 });
    expect((await patch(first.id, { timing: "at_once" })).body.data).toMatchObject({ digest_hour: null });
  });

  it.each([
    [{ timing: "daily", format: "standard", url: "https://receiver.example/hook" }, "timing"],
    [{ timing: "after_day", format: "standard", url: "https://receiver.example/hook" }, "timing"],
    [{ timing: "at_once", digest_hour: 7 }, "digest_hour"],
    [{ timing: "daily", digest_hour: 24 }, "digest_hour"],
    [{ timing: "hourly" }, "timing"],
  ])("[HOOK-50] rejects %j", async (body, field) => {
    const { api, caller, create, patch } = await setUp();
    const webhook = { name: "Team", scope: { kind: "mine" }, ...slack, ...body };
    const { status, body: problem } = await api.post("/webhooks", webhook, caller);
    expect([status, Object.keys(problem.errors)]).toEqual([422, [field]]);

    const { format, url, ...change } = { ...slack, ...body };
    const { id } = await create({ format, url });
    const patched = await patch(id, change);
    expect([patched.status, Object.keys(patched.body.errors)]).toEqual([422, [field]]);
  });

  it("[HOOK-51] makes a message due at once, after the day, or at the hour of the digest", async () => {
    const { app, create, db, deliveries, dispatch, received } = await setUp();
    const chosen = [
      { timing: "after_day" },
      { timing: "daily", digest_hour: 0 },
      { timing: "daily", digest_hour: 13 },
      { timing: "daily", digest_hour: 23 },
    ];
    const hooks = [];
    for (const body of chosen) hooks.push(await create({ ...slack, ...body }));
    await create(slack);
    const before = Date.now();
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch();

    expect(received).toHaveLength(1);
    const due = await Promise.all(hooks.map(async ({ id }) => (await deliveries(id))[0]?.nextAttemptAt.getTime()));
    const hours = [DAY_ENDED_HOUR, 0, 13, 23];
    expect([
      hours.map((hour) => nextHour(hour, before)),
      hours.map((hour) => nextHour(hour, Date.now())),
    ]).toContainEqual(due);
  });

  it("[HOOK-26] keeps an event of more than 24 hours before in a digest", async () => {
    const { app, create, db, deliveries, dispatch } = await setUp();
    const { id } = await create({ ...slack, timing: "daily" });
    await addEvent(db, { appId: app.id, occurredAt: new Date(Date.now() - 25 * HOUR_MS), reportedAt: justNow() });
    await dispatch();
    expect(await deliveries(id)).toHaveLength(1);
  });
});

describe("messages after the day", () => {
  it("[HOOK-52] join the events of an app in all its reports", async () => {
    const { app, caller, create, db, dispatch, makeDue, received } = await setUp();
    const other = await createTracked(db, caller.user.id);
    await create({ ...slack, timing: "after_day" });
    for (const field of ["title", "subtitle", "description"] as const) {
      await addEvent(db, { appId: app.id, field, occurredAt: justNow() });
    }
    await addEvent(db, { appId: other.id, occurredAt: justNow() });
    await dispatch();
    expect(received).toHaveLength(0);

    await makeDue();
    await dispatch();
    await dispatch();
    expect(received.map(({ body }) => body.includes("3 events"))).toEqual([true, false]);
  });

  it("[HOOK-52] are one for an app, however many events it has", async () => {
    const { app, create, db, deliveries, dispatch, makeDue, received } = await setUp();
    const { id } = await create({ ...slack, timing: "after_day" });
    for (let report = 0; report < 4; report += 1) {
      await db.transaction(async (transaction) => {
        for (let event = 0; event < 30; event += 1)
          await addEvent(transaction, { appId: app.id, occurredAt: justNow() });
      });
    }
    await dispatch();
    await makeDue();
    await dispatch();
    await dispatch();

    expect(received.map(({ body }) => body.includes("120 events"))).toEqual([true]);
    expect((await deliveries(id)).filter(({ status }) => status !== "delivered")).toEqual([]);
  });
});

describe("a digest", () => {
  it("[HOOK-53] is one message of all apps, however many events there are", async () => {
    const { caller, create, db, deliveries, dispatch, makeDue, received } = await setUp();
    const { id } = await create({ ...slack, timing: "daily" });
    const apps = DIGEST_APPS_MAX + 2;
    for (let index = 0; index < apps; index += 1) {
      const { id: appId } = await createTracked(db, caller.user.id);
      const events = index === 0 ? 120 : 2;
      await db.transaction(async (transaction) => {
        for (let event = 0; event < events; event += 1) {
          await addEvent(transaction, { appId, weight: index === 0 ? 0.9 : 0.5 - index / 100, occurredAt: justNow() });
        }
      });
    }
    await dispatch();
    await makeDue();
    await dispatch();

    const events = 120 + 2 * (apps - 1);
    expect(received).toHaveLength(1);
    const { body = "" } = received[0] ?? {};
    expect(body).toContain(`Shelfwatch: ${events} events of ${apps} apps`);
    expect(body).toContain(`and ${120 - DIGEST_EVENTS_OF_APP_MAX} events more`);
    expect(body).toContain("and 4 events of 2 other apps");
    const rows = await deliveries(id);
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: events }, () => "delivered"));
    expect(rows.filter(({ payload }) => payload !== null)).toHaveLength(1);
  });

  it("[HOOK-53] that fails is one failure of its endpoint, and is sent again as a whole", async () => {
    const responses = [{ ...delivered, status: 500 }, delivered];
    const world = await setUp(() => responses.shift() ?? delivered);
    const { app, caller, create, db, deliveries, dispatch, endpoint, makeDue, received } = world;
    const { id } = await create({ ...slack, timing: "daily" });
    const other = await createTracked(db, caller.user.id);
    for (const { id: appId } of [app, other]) await addEvent(db, { appId, occurredAt: justNow() });
    await dispatch();
    await makeDue();
    await dispatch();
    expect((await endpoint(id))?.failedAttempts).toBe(1);
    const waiting = await deliveries(id);
    expect(new Set(waiting.map(({ nextAttemptAt }) => nextAttemptAt.getTime())).size).toBe(1);

    await makeDue();
    await dispatch();
    expect(received.map(({ body }) => body.includes("2 events of 2 apps"))).toEqual([true, true]);
    expect((await deliveries(id)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 2],
      ["delivered", 2],
    ]);
  });

  it("[HOOK-53] names an event once that was replayed meanwhile", async () => {
    const { api, app, caller, create, db, dispatch, makeDue, received } = await setUp();
    const { id } = await create({ ...slack, timing: "daily" });
    await addEvent(db, { appId: app.id, occurredAt: justNow(), reportedAt: justNow() });
    await dispatch();
    const from = new Date(Date.now() - HOUR_MS).toISOString();
    expect((await api.post(`/webhooks/${id}/replay`, { from }, caller)).status).toBe(202);
    await makeDue();
    await dispatch();
    expect(received.map(({ body }) => body.includes("1 event of 1 app"))).toEqual([true]);
  });

  it("[HOOK-53] has all events of a replay, and what waited when the timing was changed", async () => {
    const { api, app, caller, create, db, dispatch, patch, received } = await setUp();
    const { id } = await create({ ...slack, timing: "daily" });
    for (let event = 0; event < 3; event += 1) {
      await addEvent(db, { appId: app.id, occurredAt: justNow(), reportedAt: justNow() });
    }
    await dispatch();
    const from = new Date(Date.now() - HOUR_MS).toISOString();
    await api.post(`/webhooks/${id}/replay`, { from }, caller);
    await dispatch();
    expect(received.map(({ body }) => body.includes("3 events of 1 app"))).toEqual([true]);

    const other = await create(slack);
    for (let event = 0; event < 2; event += 1) await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch({ realNow: () => Number.POSITIVE_INFINITY });
    await patch(other.id, { timing: "daily" });
    await dispatch();
    await dispatch();
    expect(received.at(-1)?.body).toContain("2 events of 1 app");
    expect(received).toHaveLength(2);
  });
});

describe("a message at once", () => {
  it("[HOOK-26] that has waited for more than a day is not sent, unless its user has it sent again", async () => {
    const { api, app, caller, create, db, deliveries, dispatch, received } = await setUp();
    const { id } = await create(slack);
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch({ realNow: () => Number.POSITIVE_INFINITY });
    await db.update(webhookDeliveries).set({ nextAttemptAt: new Date(Date.now() - 25 * HOUR_MS) });
    await dispatch();
    expect(received).toEqual([]);
    const [row] = await deliveries(id);
    expect(row).toMatchObject({ status: "cancelled", cancelledReason: "too_old" });

    await api.post(`/webhooks/${id}/deliveries/${row?.id}/redeliver`, undefined, caller);
    await dispatch();
    expect(received).toHaveLength(1);
  });
});

describe("a message", () => {
  it("[HOOK-54] links to the dashboard by the address at which the webhook was made", async () => {
    const { app, create, db, dispatch, endpoint, received } = await setUp();
    const { id } = await create(slack);
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch();
    const { origin } = (await endpoint(id)) ?? {};
    expect(received[0]?.body).toContain(`${origin}/dashboard/apps/ios/${app.externalId}`);
  });
});
