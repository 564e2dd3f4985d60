import { describe, expect, it } from "vitest";

import { useViews } from "./use-views.ts";

const setUpViews = useViews();

describe("DELETE /views/{view_id}", () => {
  it("[OWN-6] deletes a view once, and its name can be used again", async () => {
    const { api, caller, create, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;

    const statuses = [await api.delete(`/views/${id}`, caller), await api.delete(`/views/${id}`, caller)];

    expect(statuses.map(({ status }) => status)).toEqual([204, 404]);
    expect(await list()).toEqual([]);
    expect((await create("Japan")).status).toBe(201);
  });
});
