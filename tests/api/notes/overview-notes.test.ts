import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createApp } from "../../support/factories.ts";
import { textsOf, useNotes } from "./use-notes.ts";

const setUpNotes = useNotes();

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
