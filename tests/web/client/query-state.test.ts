import { describe, expect, it } from "vitest";

import { list, oneOf, optionalDate, readState, text, wholeNumber, writeState } from "../../../web/client/codec.ts";

describe("the state in the address", () => {
  const schema = {
    country: text("us"),
    page: wholeNumber(1),
    at: optionalDate(),
    kind: oneOf(["a", "b"], "a"),
    ids: list(),
  };

  it.each([
    ["", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
    [
      "?country=de&page=3&at=2026-03-01&kind=b&ids=1,2",
      { country: "de", page: 3, at: "2026-03-01", kind: "b", ids: ["1", "2"] },
    ],
    ["?page=-1&at=2026-02-30&kind=c", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
    ["?page=1e3&at=yesterday&ids=,,", { country: "us", page: 1, at: undefined, kind: "a", ids: [] }],
  ])("is read from %j", (search, values) => {
    expect(readState(schema, search)).toEqual(values);
  });

  it("leaves out what is at its default, and keeps what others wrote", () => {
    expect(writeState(schema, "?tab=x&page=3", { country: "de", page: 1 })).toBe("tab=x&country=de");
    expect(writeState(schema, "?at=2026-03-01", { at: undefined })).toBe("");
  });

  it("comes back as it was written", () => {
    const values = { country: "de & at", page: 12, at: "2026-03-01", kind: "b" as const, ids: ["x", "y"] };
    expect(readState(schema, `?${writeState(schema, "", values)}`)).toEqual(values);
  });
});
