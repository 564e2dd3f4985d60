import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi(useDatabase());

const NOW = new Date("2026-03-31T12:00:00Z");

async function setUpView(scope: object = { path: "/changes/all", query: {} }) {
  const { db, api, caller } = await setUp({ now: () => NOW });
  const app = await createTracked(db, caller.user.id);
  const rival = await createCompetitor(db, caller.user.id, app);
  const viewId: number = (await api.post("/views", { name: "Watched", scope }, caller)).body.data.id;
  const create = (view_id: number | undefined, by = caller, kind = "view") =>
    api.post("/feeds", { name: "Watched", scope: { kind, view_id } }, by);
  const read = (url: string) => api.request({ method: "GET", path: new URL(url).pathname });
  const eventsAt = async (url: string): Promise<string[]> =>
    (await read(url)).body.items.map(({ id }: { id: string }) => id.split(":").at(-1));
  return { db, api, caller, app, rival, viewId, create, read, eventsAt };
}

describe("the feed of a saved view", () => {
  it("[FED-2] shows the events that the filters of the view select", async () => {
    const query = { field: "price", country: "jp", days: "7" };
    const { db, app, rival, viewId, create, eventsAt } = await setUpView({ path: "/changes/competitors", query });
    const type = "app.price_changed";
    const inJapan = { countries: [{ country_code: "jp", before: null, after: "1" }] };
    const shown = await addEvent(db, { appId: rival.id, type, data: inJapan });
    await addEvent(db, { appId: rival.id, type });
    await addEvent(db, { appId: rival.id });
    await addEvent(db, { appId: app.id, type, data: inJapan });

    const { status, body } = await create(viewId);

    expect(status).toBe(201);
    expect(await eventsAt(body.data.json_url)).toEqual([shown]);
  });

  it("[FED-2] follows the view when it is changed", async () => {
    const { db, api, caller, app, rival, viewId, create, eventsAt } = await setUpView();
    const [own, other] = [await addEvent(db, { appId: app.id }), await addEvent(db, { appId: rival.id })];
    const { json_url: url } = (await create(viewId)).body.data;
    const change = (path: string) =>
      api.request({ ...{ method: "PATCH", path: `/views/${viewId}`, token: caller.token }, body: { scope: { path } } });

    const before = await eventsAt(url);
    await change("/changes/apps");
    const changed = await eventsAt(url);
    await change("/apps");
    const ofOtherScreen = await eventsAt(url);

    expect([before, changed, ofOtherScreen]).toEqual([[other, own], [own], []]);
  });

  it("[FED-6] is 410 once the view is deleted, and leaves the list of feeds", async () => {
    const { api, caller, viewId, create, read } = await setUpView();
    const { json_url: url } = (await create(viewId)).body.data;

    expect((await api.delete(`/views/${viewId}`, caller)).status).toBe(204);

    expect((await read(url)).status).toBe(410);
    expect((await api.get("/feeds", caller)).body.data).toEqual([]);
  });

  it("names the view in the list of feeds", async () => {
    const { api, caller, viewId, create } = await setUpView();
    await create(viewId);

    const { body } = await api.get("/feeds", caller);

    expect(body.data).toMatchObject([{ scope: { kind: "view", app: null, view: { id: viewId, name: "Watched" } } }]);
  });

  it("[FED-2] rejects a view of another user, of another screen, and none", async () => {
    const { db, viewId, create } = await setUpView();
    const { viewId: ofOtherScreen, create: createOther } = await setUpView({ path: "/apps", query: {} });
    const stranger = await createCaller(db);

    const rejected = [
      await create(viewId, stranger),
      await createOther(ofOtherScreen),
      await create(undefined),
      await create(viewId, undefined, "mine"),
    ];

    expect(rejected.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(
      Array(4).fill([422, ["scope.view_id"]]),
    );
  });
});
