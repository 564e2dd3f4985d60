import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { TODAY, textsOf, useNotes } from "./use-notes.ts";

const setUpNotes = useNotes();

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
