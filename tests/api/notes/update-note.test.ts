import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { useNotes } from "./use-notes.ts";

const setUpNotes = useNotes();

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
