import { describe, expect, it } from "vitest";
import { readState, writeState } from "../../../../web/client/query-state.ts";
import { scopeState } from "../../../../web/features/scope/scope.ts";

const read = (search: string) => readState(scopeState, search);

describe("the scope in the address", () => {
  it("is, without a choice, that of the screen", () => {
    expect(read("")).toEqual({
      whose: "apps",
      country: undefined,
      days: undefined,
      from: undefined,
      to: undefined,
      vs: "week",
      rivals: "all",
    });
  });

  it.each([
    ["rivals=none", "none"],
    ["rivals=", "none"],
    ["rivals=all", "all"],
    ["rivals=389801252,com.example.app", ["389801252", "com.example.app"]],
    [
      `rivals=${Array.from({ length: 12 }, (_, id) => id + 1).join(",")}`,
      Array.from({ length: 10 }, (_, id) => `${id + 1}`),
    ],
    ["rivals=%3Cscript%3E,7", ["7"]],
  ])("reads %s", (search, rivals) => {
    expect(read(search).rivals).toEqual(rivals);
  });

  it("returns what it was written from", () => {
    const scope = { ...read(""), country: "jp", days: 30, vs: "period", rivals: ["1", "com.example"] } as const;
    expect(read(writeState(scopeState, "", scope))).toEqual(scope);
  });

  it("leaves out what is not chosen, and keeps what others have there", () => {
    expect(writeState(scopeState, "?field=price&country=jp", { country: undefined, vs: "week" })).toBe("field=price");
  });

  it("ignores what is no choice", () => {
    expect(read("vs=century&whose=nobody&days=many&from=2026-02-30")).toEqual(read(""));
  });
});
