import { describe, expect, it } from "vitest";

import { useNotes } from "./use-notes.ts";

const setUpNotes = useNotes();

describe("DELETE /notes/{note_id}", () => {
  it("[OWN-12] deletes a note once", async () => {
    const { api, caller, create, list } = await setUpNotes();
    const { id } = (await create({})).body.data;

    const responses = [await api.delete(`/notes/${id}`, caller), await api.delete(`/notes/${id}`, caller)];

    expect(responses.map(({ status }) => status)).toEqual([204, 404]);
    expect((await list()).data).toEqual([]);
  });
});
