import { describe, expect, it } from "vitest";
import { readState, writeState } from "../../../../web/client/codec.ts";
import { rivalsOf, scopeState } from "../../../../web/features/scope/scope.ts";

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
    ["rivals=", "all"],
    ["rivals=all", "all"],
    ["rivals=1,2", "all"],
    ["rivals=389801252:7,com.example.app", { app: "389801252", ids: ["7", "com.example.app"] }],
    [
      `rivals=1:${Array.from({ length: 12 }, (_, id) => id + 1).join(",")}`,
      { app: "1", ids: Array.from({ length: 10 }, (_, id) => `${id + 1}`) },
    ],
    ["rivals=1:%3Cscript%3E,7", { app: "1", ids: ["7"] }],
  ])("reads %s", (search, rivals) => {
    expect(read(search).rivals).toEqual(rivals);
  });

  it("names competitors of one app, and has all of another one", () => {
    const { rivals } = read("rivals=1:7,8");
    expect([rivalsOf(rivals, "1"), rivalsOf(rivals, "2"), rivalsOf("none", "2")]).toEqual([["7", "8"], "all", "none"]);
  });

  it("returns what it was written from", () => {
    const scope = {
      ...read(""),
      country: "jp",
      days: 30,
      vs: "period",
      rivals: { app: "1", ids: ["2", "com.example"] },
    } as const;
    expect(read(writeState(scopeState, "", scope))).toEqual(scope);
  });

  it("leaves out what is not chosen, and keeps what others have there", () => {
    expect(writeState(scopeState, "?field=price&country=jp", { country: undefined, vs: "week" })).toBe("field=price");
  });

  it("ignores what is no choice", () => {
    expect(read("vs=century&whose=nobody&days=many&from=2026-02-30")).toEqual(read(""));
  });
});
