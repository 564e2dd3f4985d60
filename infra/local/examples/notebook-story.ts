import { type Cast, dataOf, row, type TaggedCast } from "./cast.ts";
import { dayAgo } from "./read-history.ts";
import type { Recorder } from "./recorder.ts";

/** Views, notes and tags. */

const UNKNOWN_ID = 999_999;
const created = dataOf(row);

type Body = Readonly<Record<string, unknown>>;

/** Returns the id of the row that the first body makes. Each further body is rejected. */
async function create(recorder: Recorder, operation: string, [first, ...rejected]: readonly Body[]): Promise<number> {
  const { data } = created.parse(await recorder.show(operation, { body: first ?? {} }));
  for (const body of rejected) await recorder.show(operation, { body });
  return data.id;
}

export async function keepViews(recorder: Recorder): Promise<void> {
  const japan = { path: "/changes/all", query: { whose: "all", country: "jp", days: "30" } };
  const body = { name: "Japan", scope: japan };
  const view_id = await create(recorder, "createView", [body, { ...body, name: "JAPAN" }, { ...body, name: " " }]);
  await recorder.call("createView", { body: { name: "Competitors", scope: { path: "/competitors" } } });
  await recorder.show("listViews");
  const params = { view_id };
  await recorder.show("updateView", { params, body: { name: "Japan in a month", scope: japan } });
  await recorder.show("updateView", { params: { view_id: UNKNOWN_ID }, body: { name: "Any" } });
  await recorder.show("updateView", { params, body: { name: "competitors" } });
  await recorder.show("updateView", { params, body: { scope: { path: "https://example.com" } } });
  for (const id of [view_id, UNKNOWN_ID]) await recorder.show("deleteView", { params: { view_id: id } });
}

/** Returns the id of a note about the app. */
export async function keepNotes(recorder: Recorder, { app }: Pick<Cast, "app">): Promise<number> {
  const { data } = created.parse(await recorder.call("showApp", { params: app }));
  const day = dayAgo(0);
  const body = { day, app_id: data.id, text: "The summer campaign begins." };
  const note_id = await create(recorder, "createNote", [body, { ...body, app_id: UNKNOWN_ID }]);
  await recorder.call("createNote", { body: { day, text: "The price of all apps is halved." } });
  const wanted = { from: day, to: day, app_id: data.id };
  await recorder.show("listNotes", { query: { ...wanted, page: 1, per_page: 50, after_id: 1_000_000 } });
  await recorder.show("listNotes", { query: { per_page: 101 } });
  const params = { note_id };
  await recorder.show("updateNote", { params, body: { ...body, text: "The summer campaign has begun." } });
  await recorder.show("updateNote", { params: { note_id: UNKNOWN_ID }, body: { text: "Any." } });
  await recorder.show("updateNote", { params, body: { day: "2026-02-30" } });
  return note_id;
}

export async function deleteNote(recorder: Recorder, note_id: number): Promise<void> {
  for (const id of [note_id, UNKNOWN_ID]) await recorder.show("deleteNote", { params: { note_id: id } });
}

/** Returns the id of a tag that these apps have. */
export async function tagApps(recorder: Recorder, [first, ...others]: readonly Cast["app"][]): Promise<number> {
  const tag_id = await create(recorder, "createTag", [{ name: "Weather" }, { name: "weather" }, { name: "" }]);
  await recorder.show("tagApp", { params: { ...first, tag_id } });
  await recorder.show("tagApp", { params: { ...first, tag_id: UNKNOWN_ID } });
  for (const app of others) await recorder.call("tagApp", { params: { ...app, tag_id } });
  await recorder.show("listTags");
  return tag_id;
}

export async function renameTags(recorder: Recorder, { app, tag_id }: TaggedCast): Promise<void> {
  await recorder.call("createTag", { body: { name: "Maps" } });
  await recorder.show("renameTag", { params: { tag_id }, body: { name: "Forecasts" } });
  await recorder.show("renameTag", { params: { tag_id: UNKNOWN_ID }, body: { name: "Any" } });
  for (const name of ["maps", ""]) await recorder.show("renameTag", { params: { tag_id }, body: { name } });
  for (const id of [tag_id, UNKNOWN_ID]) await recorder.show("untagApp", { params: { ...app, tag_id: id } });
  for (const id of [tag_id, UNKNOWN_ID]) await recorder.show("deleteTag", { params: { tag_id: id } });
}
