import { describe, expect, it } from "vitest";

import { type Caller, createCaller } from "../../support/api.ts";
import { type App, createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

async function setUpTags() {
  const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
  const create = async (name: string, by: Caller = caller): Promise<number> =>
    (await api.post("/tags", { name }, by)).body.data.id;
  const put = (app: App, tag: number, { token } = caller) =>
    api.request({ method: "PUT", path: `/apps/ios/${app.externalId}/tags/${tag}`, token });
  const remove = (app: App, tag: number, by = caller) => api.delete(`/apps/ios/${app.externalId}/tags/${tag}`, by);
  const list = async (by = caller) => (await api.get("/tags", by)).body.data;
  const tagsOf = async (app: App, by = caller): Promise<readonly string[]> =>
    (await api.get(`/apps/ios/${app.externalId}`, by)).body.data.tags.map(({ name }: { name: string }) => name);
  return { db, api, caller, create, put, remove, list, tagsOf, app: await createTracked(db, caller.user.id) };
}

describe("/tags", () => {
  it("[OWN-20] lists the caller's tags by name with their numbers of apps", async () => {
    const { db, caller, create, put, list, app } = await setUpTags();
    const [toys, games] = [await create(" Toys "), await create("games")];
    for (const one of [app, await createTracked(db, caller.user.id)]) await put(one, games);
    const stranger = await createCaller(db);
    await create("Theirs", stranger);

    const listed = await list();

    const instant = expect.stringMatching(/Z$/);
    expect(listed).toEqual([
      { id: games, name: "games", apps_count: 2, created_at: instant, updated_at: instant },
      { id: toys, name: "Toys", apps_count: 0, created_at: instant, updated_at: instant },
    ]);
  });

  it.each([
    ["blank", " "],
    ["of 41 characters", "a".repeat(41)],
    ["of two lines", "a\u2028b"],
    ["with a NUL", "a\0"],
  ])("[OWN-3] rejects a name that is %s", async (_fault, name) => {
    const { api, caller } = await setUpTags();

    const { status, body } = await api.post("/tags", { name }, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["name"]]);
  });

  it("[OWN-4] rejects a name of the caller in another case, at creation and when renamed", async () => {
    const { db, api, caller, create, list } = await setUpTags();
    await create("Games");
    const toys = await create("Toys");
    await create("Games", await createCaller(db));
    const patch = (name: string) =>
      api.request({ method: "PATCH", path: `/tags/${toys}`, body: { name }, token: caller.token });

    expect((await api.post("/tags", { name: "GAMES" }, caller)).status).toBe(409);
    expect((await patch("GAMES")).status).toBe(409);
    expect((await patch("TOYS")).body.data).toMatchObject({ id: toys, name: "TOYS" });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Games", "TOYS"]);
  });

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

describe("PUT and DELETE /apps/{platform}/{external_id}/tags/{tag_id}", () => {
  it("[OWN-22] give and take a tag, and change nothing the second time", async () => {
    const { create, put, remove, tagsOf, app } = await setUpTags();
    const [games, toys] = [await create("Games"), await create("Toys")];

    const given = [await put(app, toys), await put(app, games), await put(app, games)];
    const both = await tagsOf(app);
    const taken = [await remove(app, toys), await remove(app, toys)];

    expect([...given, ...taken].map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect([both, await tagsOf(app)]).toEqual([["Games", "Toys"], ["Games"]]);
  });

  it("[OWN-22] take competitors, and no app that the caller does not follow", async () => {
    const { db, caller, create, put, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    const competitor = await createCompetitor(db, caller.user.id, app);
    const stranger = await createCaller(db);
    const theirs = await createTracked(db, stranger.user.id);
    const unfollowed = await createApp(db);

    expect((await put(competitor, games)).status).toBe(204);
    expect([(await put(theirs, games)).status, (await put(unfollowed, games)).status]).toEqual([404, 404]);
    expect([await tagsOf(competitor), await tagsOf(theirs)]).toEqual([["Games"], []]);
  });

  it("[OWN-23] an app loses its tags when it is neither tracked nor a competitor any longer", async () => {
    const { db, api, caller, create, put, list, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    const rival = await createCompetitor(db, caller.user.id, app);
    const both = await createCompetitor(db, caller.user.id, app);
    await api.post(`/apps/ios/${both.externalId}/track`, undefined, caller);
    for (const one of [app, rival, both]) await put(one, games);

    await api.delete(`/apps/ios/${app.externalId}/track`, caller);

    expect([await tagsOf(app), await tagsOf(rival), await tagsOf(both)]).toEqual([[], [], ["Games"]]);
    expect(await list()).toMatchObject([{ apps_count: 1 }]);
    await api.delete(`/apps/ios/${both.externalId}/track`, caller);
    expect(await list()).toMatchObject([{ apps_count: 0 }]);
  });

  it("[OWN-23] keep no tag of an app that is untracked meanwhile", async () => {
    const { api, caller, create, put, list, app } = await setUpTags();
    const games = await create("Games");

    for (let n = 0; n < 10; n += 1) {
      await api.post(`/apps/ios/${app.externalId}/track`, undefined, caller);
      await Promise.all([put(app, games), api.delete(`/apps/ios/${app.externalId}/track`, caller)]);

      expect(await list()).toMatchObject([{ apps_count: 0 }]);
    }
  });
});
