import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { scope, useViews } from "./use-views.ts";

const setUpViews = useViews();

describe("PATCH /views/{view_id}", () => {
  it("[OWN-6] changes the name, the scope or both, and leaves what is omitted", async () => {
    const { create, patch, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;

    const renamed = await patch(id, { name: "japan" });
    const moved = await patch(id, { scope: { path: "/competitors" } });

    expect([renamed.status, renamed.body.data.name, renamed.body.data.scope]).toEqual([200, "japan", scope]);
    expect(moved.body.data).toMatchObject({ name: "japan", scope: { path: "/competitors", query: {} } });
    expect(await list()).toEqual([moved.body.data]);
  });

  it("[OWN-4] is a conflict with another view of the caller, and changes nothing", async () => {
    const { create, patch, list } = await setUpViews();
    await create("Japan");
    const { id } = (await create("Korea")).body.data;
    const before = await list();

    expect((await patch(id, { name: "JAPAN", scope: { path: "/" } })).status).toBe(409);
    expect(await list()).toEqual(before);
  });

  it("[OWN-7 ERR-8] returns the same 404 for another user's view as for an unknown one", async () => {
    const { db, api, create, patch, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;
    const stranger = await createCaller(db);
    const before = await list();

    const [foreign, unknown] = [await patch(id, { name: "Mine" }, stranger), await patch(2_147_483_647, {}, stranger)];
    const deleted = await api.delete(`/views/${id}`, stranger);

    expect([foreign.status, deleted.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unknown.text);
    expect(deleted.text).toBe(unknown.text);
    expect((await api.get("/views", stranger)).body.data).toEqual([]);
    expect(await list()).toEqual(before);
  });
});
