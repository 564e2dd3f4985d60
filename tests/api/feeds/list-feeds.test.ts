import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /feeds", () => {
  it("[FED-1] lists the caller's feeds, newest first, without their addresses", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, caller.user.id, { name: "Sample" });
    const ofApp = { platform: app.platform, external_id: app.externalId };
    const first = await api.post("/feeds", { name: "Rivals", scope: { kind: "rivals" } }, caller);
    const second = await api.post("/feeds", { name: "Sample", scope: { kind: "app", app: ofApp } }, caller);
    await api.post("/feeds", { name: "Other", scope: { kind: "mine" } }, await createCaller(db));

    const { status, body } = await api.get("/feeds", caller);

    const created_at = expect.any(String);
    expect([status, body.data]).toEqual([
      200,
      [
        {
          id: second.body.data.id,
          name: "Sample",
          scope: { kind: "app", app: { ...ofApp, name: "Sample" }, view: null },
          created_at,
        },
        { id: first.body.data.id, name: "Rivals", scope: { kind: "rivals", app: null, view: null }, created_at },
      ],
    ]);
  });

  it("[FED-6] leaves deleted feeds out", async () => {
    const { api, caller } = await setUp();
    const { body } = await api.post("/feeds", { name: "Mine", scope: { kind: "mine" } }, caller);
    await api.delete(`/feeds/${body.data.id}`, caller);

    expect((await api.get("/feeds", caller)).body.data).toEqual([]);
  });

  it("requires a token", async () => {
    const { api } = await setUp();

    expect((await api.get("/feeds")).status).toBe(401);
  });
});
