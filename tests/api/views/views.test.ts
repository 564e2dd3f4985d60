import { describe, expect, it } from "vitest";

import { SAVED_VIEWS_MAX } from "../../../lib/domain/saved-view.ts";
import { createCaller } from "../../support/api.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const scope = { path: "/changes/all", query: { whose: "all", country: "jp", days: "30" } };

async function setUpViews() {
  const { db, api, caller } = await setUp({ requestsPerMinute: 1_000 });
  const create = (name: unknown, given: unknown = scope) => api.post("/views", { name, scope: given }, caller);
  const patch = (id: number, body: object, { token } = caller) =>
    api.request({ method: "PATCH", path: `/views/${id}`, body, token });
  const list = async () => (await api.get("/views", caller)).body.data;
  return { db, api, caller, create, patch, list };
}

describe("POST /views", () => {
  it("[OWN-1] keeps an address of the dashboard under a name", async () => {
    const { create, list } = await setUpViews();

    const { status, body } = await create("  Japan ");

    const instant = expect.stringMatching(/Z$/);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: "Japan",
      scope,
      created_at: instant,
      updated_at: instant,
    });
    expect(await list()).toEqual([body.data]);
  });

  it("[OWN-1] takes an address without parameters, and the home screen", async () => {
    const { create } = await setUpViews();

    expect((await create("Apps", { path: "/apps" })).body.data.scope).toEqual({ path: "/apps", query: {} });
    expect((await create("Home", { path: "/" })).status).toBe(201);
    expect((await create("App", { path: "/apps/android/com.example%20app/listing" })).status).toBe(201);
  });

  it.each<[string, unknown]>([
    ["no object", "/apps"],
    ["no path", { query: {} }],
    ["a path without a slash", { path: "apps" }],
    ["an address of another site", { path: "https://example.com" }],
    ["a path that a browser reads as a host", { path: "//example.com" }],
    ["a path with dots", { path: "/apps/../../api" }],
    ["a path with encoded dots", { path: "/apps/%2e%2e/%2e%2e/api" }],
    ["a path with a query", { path: "/apps?page=2" }],
    ["a path with a fragment", { path: "/apps#top" }],
    ["a path that is too long", { path: `/${"a".repeat(300)}` }],
    ["another field", { path: "/apps", host: "example.com" }],
    ["a parameter that is a list", { path: "/apps", query: { tags: ["1"] } }],
    ["a parameter whose name is none", { path: "/apps", query: { "a b": "1" } }],
    [
      "too many parameters",
      { path: "/apps", query: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, ""])) },
    ],
    ["a NUL", { path: "/apps", query: { q: "a\0b" } }],
    ["half of a surrogate pair", { path: "/apps", query: { q: "\ud800" } }],
  ])("[OWN-2] rejects a scope with %s", async (_fault, given) => {
    const { create, list } = await setUpViews();

    const { status, body } = await create("Any", given);

    expect(status).toBe(422);
    expect(Object.keys(body.errors).every((field) => field.startsWith("scope"))).toBe(true);
    expect(await list()).toEqual([]);
  });

  it("[OWN-2] accepts a scope of 4 KB of UTF-8, and rejects a longer one", async () => {
    const { create } = await setUpViews();
    const of = (bytes: number) => {
      const empty = { path: "/apps", query: { a: "", b: "" } };
      const rest = bytes - Buffer.byteLength(JSON.stringify(empty));
      return { path: "/apps", query: { a: "漢".repeat(700), b: "b".repeat(rest - 2_100) } };
    };

    expect((await create("Longest", of(4_096))).status).toBe(201);
    expect((await create("Longer", of(4_097))).body.errors).toEqual({
      scope: ["The scope field must not be larger than 4 KB."],
    });
  });

  it.each([
    ["blank", "  "],
    ["a zero-width space alone", "\u200b"],
    ["two lines", "a\nb"],
    ["81 characters", "a".repeat(81)],
    ["a NUL", "a\0b"],
    ["half of a surrogate pair", "a\udc00"],
    ["no text", 7],
  ])("[OWN-3] rejects a name that is %s", async (_fault, name) => {
    const { create } = await setUpViews();

    const { status, body } = await create(name);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["name"]]);
  });

  it.each([
    ["the same name", "Größe", "Größe"],
    ["another case", "Größe", "GRÖSSE"],
    ["another case of Greek", "ΟΔΟΣ", "οδος"],
    ["another form of Unicode", "Größe", "Gro\u0308ße"],
    ["more white space", "Top  apps", "top\u00a0apps"],
  ])("[OWN-4] is a conflict for a name of the caller with %s", async (_difference, first, second) => {
    const { create, list } = await setUpViews();
    await create(first);

    const { status, body } = await create(second);

    expect([status, body.type]).toEqual([409, "urn:shelfwatch:problem:conflict"]);
    expect(await list()).toHaveLength(1);
  });

  it("[OWN-4] takes a name that another user has, and one that differs by an accent", async () => {
    const { db, api, create } = await setUpViews();
    await create("Japan");

    expect((await api.post("/views", { name: "Japan", scope }, await createCaller(db))).status).toBe(201);
    expect((await create("Jāpan")).status).toBe(201);
  });
});

describe("GET /views", () => {
  it("[OWN-1] lists the caller's views by name, whatever their case", async () => {
    const { create, list } = await setUpViews();
    for (const name of ["beta", "Alpha", "Gamma"]) await create(name);

    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Alpha", "beta", "Gamma"]);
  });

  it("[OWN-5] lists all of the most views, each with the largest scope", async () => {
    const { api, caller, create } = await setUpViews();
    const query = { a: "漢".repeat(1_300) };
    for (let n = 0; n < SAVED_VIEWS_MAX; n += 1) await create(`View ${n}`, { path: "/apps", query });

    const { status, body } = await api.get("/views", caller);

    expect([status, body.data.length]).toEqual([200, SAVED_VIEWS_MAX]);
  });
});

describe("PATCH /views/{view_id}", () => {
  it("[OWN-6] changes the name, the scope or both, and leaves what is omitted", async () => {
    const { create, patch, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;

    const renamed = await patch(id, { name: "japan" });
    const moved = await patch(id, { scope: { path: "/competitors" } });

    expect([renamed.status, renamed.body.data.name, renamed.body.data.scope]).toEqual([200, "japan", scope]);
    expect(moved.body.data).toMatchObject({ name: "japan", scope: { path: "/competitors", query: {} } });
    expect(await list()).toEqual([moved.body.data]);
  });

  it("[OWN-4] is a conflict with another view of the caller, and changes nothing", async () => {
    const { create, patch, list } = await setUpViews();
    await create("Japan");
    const { id } = (await create("Korea")).body.data;
    const before = await list();

    expect((await patch(id, { name: "JAPAN", scope: { path: "/" } })).status).toBe(409);
    expect(await list()).toEqual(before);
  });

  it("[OWN-7 ERR-8] returns the same 404 for another user's view as for an unknown one", async () => {
    const { db, api, create, patch, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;
    const stranger = await createCaller(db);
    const before = await list();

    const [foreign, unknown] = [await patch(id, { name: "Mine" }, stranger), await patch(2_147_483_647, {}, stranger)];
    const deleted = await api.delete(`/views/${id}`, stranger);

    expect([foreign.status, deleted.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unknown.text);
    expect(deleted.text).toBe(unknown.text);
    expect((await api.get("/views", stranger)).body.data).toEqual([]);
    expect(await list()).toEqual(before);
  });
});

describe("DELETE /views/{view_id}", () => {
  it("[OWN-6] deletes a view once, and its name can be used again", async () => {
    const { api, caller, create, list } = await setUpViews();
    const { id } = (await create("Japan")).body.data;

    const statuses = [await api.delete(`/views/${id}`, caller), await api.delete(`/views/${id}`, caller)];

    expect(statuses.map(({ status }) => status)).toEqual([204, 404]);
    expect(await list()).toEqual([]);
    expect((await create("Japan")).status).toBe(201);
  });
});

it.each(["/views", "/notes", "/tags"])(
  "[OWN-8 ERR-4] %s needs a token, and the ability to write for all but GET",
  async (path) => {
    const { db, api } = await setUp();
    const [reader, writer] = [await createCaller(db, ["read"]), await createCaller(db, ["write"])];
    const one = `${path}/1`;
    const requests = [
      ["GET", path],
      ["POST", path],
      ["PATCH", one],
      ["DELETE", one],
    ] as const;
    const statusesFor = (token?: string) =>
      Promise.all(
        requests.map(
          async ([method, to]) => (await api.request({ method, path: to, body: {}, ...(token && { token }) })).status,
        ),
      );

    expect(await statusesFor()).toEqual([401, 401, 401, 401]);
    expect(await statusesFor(reader.token)).toEqual([200, 403, 403, 403]);
    expect((await statusesFor(writer.token)).slice(0, 2)).toEqual([403, 422]);
  },
);
