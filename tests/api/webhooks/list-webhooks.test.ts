import { describe, expect, it } from "vitest";

import { useWebhooks } from "./use-webhooks.ts";

const setUp = useWebhooks();

describe("GET /webhooks", () => {
  it("lists the endpoints of the caller, newest first", async () => {
    const { created, list } = await setUp();
    const ids = [await created({ name: "First" }), await created({ name: "Second" })];

    expect((await list()).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
  });

  it("[HOOK-10] shows no secret", async () => {
    const { created, post, list } = await setUp();
    await post(await created(), "rotate-secret");

    expect(JSON.stringify(await list())).not.toContain("whsec_");
  });

  it("keeps an endpoint whose view was deleted, without the view", async () => {
    const { api, caller, created, list } = await setUp();
    const view = await api.post("/views", { name: "All", scope: { path: "/changes/all" } }, caller);
    await created({ scope: { kind: "view", view_id: view.body.data.id } });

    await api.delete(`/views/${view.body.data.id}`, caller);

    expect(await list()).toMatchObject([{ scope: { kind: "view", view: null } }]);
  });
});
