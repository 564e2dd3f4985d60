import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const TODAY = "2026-03-31";
const textsOf = (notes: readonly { text: string }[]) => notes.map(({ text }) => text);

async function setUpNotes() {
  const { db, api, caller } = await setUp({ now: () => new Date(`${TODAY}T12:00:00Z`), requestsPerMinute: 1_000 });
  const create = (body: object, by = caller) => api.post("/notes", { day: TODAY, text: "A note.", ...body }, by);
  const patch = (id: number, body: object, { token } = caller) =>
    api.request({ method: "PATCH", path: `/notes/${id}`, body, token });
  const list = async (query = "") => (await api.get(`/notes${query}`, caller)).body;
  return { db, api, caller, create, patch, list, app: await createApp(db, { name: "App" }) };
}

describe("POST /notes", () => {
  it("[OWN-10] keeps a note about a day and an app", async () => {
    const { create, list, app } = await setUpNotes();

    const { status, body } = await create({ app_id: app.id, text: " Our campaign\nbegins. " });

    const instant = expect.stringMatching(/Z$/);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      day: TODAY,
      app: { id: app.id, platform: "ios", external_id: app.externalId, name: "App", icon_url: app.iconUrl },
      text: "Our campaign\nbegins.",
      created_at: instant,
      updated_at: instant,
    });
    expect((await list()).data).toEqual([body.data]);
  });

  it("[OWN-10] keeps a note about no app, also of a day that has not come", async () => {
    const { create } = await setUpNotes();

    const { status, body } = await create({ day: "2030-01-01" });

    expect([status, body.data.day, body.data.app]).toEqual([201, "2030-01-01", null]);
  });

  it.each([
    ["day", { day: "2026-02-30" }],
    ["day", { day: undefined }],
    ["text", { text: " \n" }],
    ["text", { text: "a".repeat(1_001) }],
    ["text", { text: "a\0b" }],
    ["text", { text: "a\ud800" }],
    ["app_id", { app_id: 2_147_483_647 }],
    ["app_id", { app_id: "7" }],
  ])("[OWN-10] rejects a wrong %s", async (field, fault) => {
    const { create, list } = await setUpNotes();

    const { status, body } = await create(fault);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await list()).data).toEqual([]);
  });
});

describe("GET /notes", () => {
  it("[OWN-11] lists the caller's notes of a period and an app, those of the latest day first", async () => {
    const { db, create, list, app } = await setUpNotes();
    await create({ text: "old", day: "2026-03-01", app_id: app.id });
    await create({ text: "first of the day" });
    await create({ text: "second of the day", app_id: app.id });
    await create({ text: "another's" }, await createCaller(db));

    expect(textsOf((await list()).data)).toEqual(["second of the day", "first of the day", "old"]);
    expect(textsOf((await list(`?from=2026-03-02&to=${TODAY}`)).data)).toEqual([
      "second of the day",
      "first of the day",
    ]);
    expect(textsOf((await list("?to=2026-03-30")).data)).toEqual(["old"]);
    expect(textsOf((await list(`?app_id=${app.id}`)).data)).toEqual(["second of the day", "old"]);
  });

  it("[OWN-11] returns each note once, page by page, though notes are written and deleted meanwhile", async () => {
    const { api, caller, create, list } = await setUpNotes();
    for (let n = 1; n <= 5; n += 1) await create({ text: `${n}`, day: `2026-03-0${n}` });

    const first = await list("?per_page=2");
    await create({ text: "6", day: "2026-03-06" });
    await api.delete(`/notes/${first.data[0].id}`, caller);
    const second = await list(`?per_page=2&page=2&after_id=${first.data[1].id}`);
    const third = await list(`?per_page=2&page=3&after_id=${second.data[1].id}`);

    expect([first, second, third].map(({ data }) => textsOf(data))).toEqual([["5", "4"], ["3", "2"], ["1"]]);
    expect(first.meta.total).toBe(5);
    expect([first, second, third].map(({ links }) => links.next === null)).toEqual([false, false, true]);
  });

  it("does not begin a page after another user's note", async () => {
    const { db, create, list } = await setUpNotes();
    await create({ text: "mine", day: "2026-03-02" });
    const { body } = await create({ day: "2026-03-01" }, await createCaller(db));

    expect(textsOf((await list(`?after_id=${body.data.id}`)).data)).toEqual(["mine"]);
  });

  it("rejects a period that ends before it begins", async () => {
    const { api, caller } = await setUpNotes();

    const { status, body } = await api.get("/notes?from=2026-03-02&to=2026-03-01", caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["to"]]);
  });
});

describe("PATCH /notes/{note_id}", () => {
  it("[OWN-12] changes the day, the app or the text, and leaves what is omitted", async () => {
    const { create, patch, list, app } = await setUpNotes();
    const { data } = (await create({ app_id: app.id })).body;

    const moved = await patch(data.id, { day: "2026-03-01" });
    const rewritten = await patch(data.id, { text: "Another." });
    const detached = await patch(data.id, { app_id: null });

    expect(moved.body.data).toEqual({ ...data, day: "2026-03-01", updated_at: expect.any(String) });
    expect(rewritten.body.data).toMatchObject({ day: "2026-03-01", text: "Another.", app: { id: app.id } });
    expect([detached.status, detached.body.data.app]).toEqual([200, null]);
    expect((await list()).data).toEqual([detached.body.data]);
  });

  it("[OWN-12] rejects an unknown app, and changes nothing", async () => {
    const { create, patch, list } = await setUpNotes();
    const { data } = (await create({})).body;

    const { status, body } = await patch(data.id, { app_id: 2_147_483_647, text: "Another." });

    expect([status, Object.keys(body.errors)]).toEqual([422, ["app_id"]]);
    expect((await list()).data).toEqual([data]);
  });

  it("[OWN-7 ERR-8] returns the same 404 for another user's note as for an unknown one", async () => {
    const { db, api, create, patch, list } = await setUpNotes();
    const { data } = (await create({})).body;
    const stranger = await createCaller(db);

    const foreign = await patch(data.id, { text: "Mine." }, stranger);
    const unknown = await patch(2_147_483_647, { text: "Mine." }, stranger);
    const deleted = await api.delete(`/notes/${data.id}`, stranger);

    expect([foreign.status, deleted.status]).toEqual([404, 404]);
    expect([foreign.text, deleted.text]).toEqual([unknown.text, unknown.text]);
    expect((await list()).data).toEqual([data]);
  });
});

describe("DELETE /notes/{note_id}", () => {
  it("[OWN-12] deletes a note once", async () => {
    const { api, caller, create, list } = await setUpNotes();
    const { id } = (await create({})).body.data;

    const responses = [await api.delete(`/notes/${id}`, caller), await api.delete(`/notes/${id}`, caller)];

    expect(responses.map(({ status }) => status)).toEqual([204, 404]);
    expect((await list()).data).toEqual([]);
  });
});

describe("the overview of an app", () => {
  it("[OWN-13] has the caller's notes of its days, of the app and of no app", async () => {
    const { db, api, caller, create, app } = await setUpNotes();
    const other = await createApp(db);
    await create({ text: "of the app", day: "2026-03-30", app_id: app.id });
    await create({ text: "of none" });
    await create({ text: "too old", day: "2026-03-29", app_id: app.id });
    await create({ text: "to come", day: "2026-04-01", app_id: app.id });
    await create({ text: "of another app", app_id: other.id });
    await create({ text: "another user's", app_id: app.id }, await createCaller(db));

    const { data } = (await api.get(`/apps/ios/${app.externalId}/overview?days=2`, caller)).body;

    expect(textsOf(data.notes)).toEqual(["of none", "of the app"]);
    expect(data.notes[1]).toMatchObject({ day: "2026-03-30", app: { id: app.id } });
    expect(data.has_more_notes).toBe(false);
  });

  it("[OWN-13] has the latest hundred, and says that there are more", async () => {
    const { api, caller, create, app } = await setUpNotes();
    for (let n = 0; n <= 100; n += 1) await create({ text: `${n}` });

    const { data } = (await api.get(`/apps/ios/${app.externalId}/overview?days=1`, caller)).body;

    expect([data.notes.length, data.notes[0].text, data.has_more_notes]).toEqual([100, "100", true]);
  });
});
