import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { scope, useViews } from "./use-views.ts";

const setUpViews = useViews();

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
