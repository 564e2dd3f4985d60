import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("DELETE /tags/{tag_id}", () => {
  it("[OWN-21] renames a tag, and deletes one together with what it was given to", async () => {
    const { api, caller, create, put, list, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    await put(app, games);

    const body = { name: "Toys" };
    const renamed = await api.request({ method: "PATCH", path: `/tags/${games}`, body, token: caller.token });
    const named = await tagsOf(app);
    const deleted = await api.delete(`/tags/${games}`, caller);

    expect([renamed.status, renamed.body.data.apps_count, named]).toEqual([200, 1, ["Toys"]]);
    expect(deleted.status).toBe(204);
    expect([await list(), await tagsOf(app)]).toEqual([[], []]);
    expect((await api.delete(`/tags/${games}`, caller)).status).toBe(404);
  });

  it("[OWN-7 ERR-8] returns the same 404 for another user's tag as for an unknown one", async () => {
    const { db, api, create, put, remove, list, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    await put(app, games);
    const before = await list();
    const stranger = await createCaller(db);
    const { token } = stranger;
    const theirs = await createTracked(db, stranger.user.id);
    const unknown = await api.delete("/tags/2147483647", stranger);

    const foreign = [
      await api.request({ method: "PATCH", path: `/tags/${games}`, body: { name: "Mine" }, token }),
      await api.delete(`/tags/${games}`, stranger),
      await put(theirs, games, stranger),
      await remove(theirs, games, stranger),
    ];

    expect(foreign.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([404, unknown.text]));
    expect(await list()).toEqual(before);
    expect([await tagsOf(theirs, stranger), await tagsOf(app, stranger), await list(stranger)]).toEqual([[], [], []]);
  });
});
