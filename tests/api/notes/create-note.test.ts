import { describe, expect, it } from "vitest";

import { TODAY, useNotes } from "./use-notes.ts";

const setUpNotes = useNotes();

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
