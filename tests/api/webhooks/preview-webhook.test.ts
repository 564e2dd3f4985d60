import { describe, expect, it } from "vitest";

import { addDays } from "../../../lib/domain/days.ts";
import { createCaller } from "../../support/api.ts";
import { addEvent } from "../../support/events.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();
const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(`${addDays(today, -days)}T12:00:00Z`);

async function setUpPreview() {
  const world = await setUp();
  const app = await createTracked(world.db, world.caller.user.id);
  const preview = (body: object = {}, by = world.caller) =>
    world.api.post("/webhooks/preview", { scope: { kind: "mine" }, ...body }, by);
  return { ...world, app, preview };
}

describe("[HOOK-23] the preview of a webhook", () => {
  it("counts the events of each of the last 30 days, and shows the newest", async () => {
    const { db, app, preview } = await setUpPreview();
    await addEvent(db, { appId: app.id, occurredAt: daysAgo(30) });
    await addEvent(db, { appId: app.id, occurredAt: daysAgo(29) });
    const older = await addEvent(db, { appId: app.id, occurredAt: daysAgo(2) });
    const newer = await addEvent(db, { appId: app.id, occurredAt: daysAgo(1) });

    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(body.data.events_total).toBe(3);
    expect(body.data.days).toHaveLength(30);
    expect(body.data.days[0]).toEqual({ date: addDays(today, -29), events: 1 });
    expect(body.data.days.at(-1)).toEqual({ date: today, events: 0 });
    expect(body.data.samples.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([newer, older]);
  });

  it("shows at most 20 events", async () => {
    const { db, app, preview } = await setUpPreview();
    for (let event = 0; event < 22; event += 1) await addEvent(db, { appId: app.id, occurredAt: daysAgo(event) });

    const { events_total, samples } = (await preview()).body.data;
    expect([events_total, samples.length]).toEqual([22, 20]);
  });

  it("has only events of the types, the weight and the filter", async () => {
    const { db, app, preview } = await setUpPreview();
    const occurredAt = daysAgo(1);
    await addEvent(db, { appId: app.id, occurredAt, weight: 0.2 });
    await addEvent(db, { appId: app.id, occurredAt, type: "app.version_released" });
    const title = await addEvent(db, { appId: app.id, occurredAt, weight: 0.9 });

    const { body } = await preview({ types: ["listing.changed"], min_weight: 0.5, filter: { fields: ["title"] } });
    expect(body.data.samples).toMatchObject([{ id: title }]);
  });

  it("has no event of apps that the user does not follow", async () => {
    const { db, api, app } = await setUpPreview();
    await addEvent(db, { appId: app.id, occurredAt: daysAgo(1) });
    const stranger = await createCaller(db);

    const { body } = await api.post("/webhooks/preview", { scope: { kind: "mine" } }, stranger);
    expect(body.data.events_total).toBe(0);
  });

  it("of one app has the events of this app alone, and rejects an app that the user does not follow", async () => {
    const { db, app, caller, preview } = await setUpPreview();
    const other = await createTracked(db, caller.user.id);
    await addEvent(db, { appId: other.id, occurredAt: daysAgo(1) });
    const mine = await addEvent(db, { appId: app.id, occurredAt: daysAgo(1) });
    const scope = { kind: "app", app: { platform: app.platform, external_id: app.externalId } };

    expect((await preview({ scope })).body.data.samples).toMatchObject([{ id: mine }]);
    const stranger = await createCaller(db);
    expect((await preview({ scope }, stranger)).status).toBe(422);
  });

  it("stores nothing", async () => {
    const { list, preview } = await setUpPreview();
    await preview();
    expect(await list()).toEqual([]);
  });

  it.each([
    ["filter.price_direction", { price_direction: "sideways" }],
    ["filter.country_codes.0", { country_codes: ["zz"] }],
    ["filter.min_rank_change", { min_rank_change: 0 }],
    ["filter.rank_milestones.0", { rank_milestones: [7] }],
    ["filter.app_ids", { app_ids: [] }],
    ["filter", { colour: "red" }],
  ])("rejects %s that no event can meet", async (field, filter) => {
    const { preview } = await setUpPreview();
    const { status, body } = await preview({ filter });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
