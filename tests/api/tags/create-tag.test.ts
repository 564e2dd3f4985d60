import { describe, expect, it } from "vitest";

import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("POST /tags", () => {
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
});
