import { describe, expect, it } from "vitest";

import { normalPassword, passwordForms } from "../../lib/domain/account-fields.ts";

describe("the forms of a password", () => {
  it("are the normal form, and the sent form if it differs", () => {
    expect(passwordForms("caf\u00e9")).toEqual(["caf\u00e9"]);
    expect(passwordForms("cafe\u0301")).toEqual(["caf\u00e9", "cafe\u0301"]);
  });

  it("exclude those that bcrypt would truncate", () => {
    expect(passwordForms("a\u0308".repeat(36))).toEqual(["\u00e4".repeat(36)]);
    expect(passwordForms("\ufb2c".repeat(13))).toEqual(["\ufb2c".repeat(13)]);
    expect(passwordForms("x".repeat(73))).toEqual([]);
  });

  it("exclude the normal form of a text that is far too long, which would take minutes to compute", () => {
    const [longest, tooLong] = ["\u212a".repeat(96), "\u212a".repeat(97)];

    expect(normalPassword(longest)).toBe("K".repeat(96));
    expect(normalPassword(tooLong)).toBe(tooLong);
    expect(passwordForms(tooLong)).toEqual([]);
  });
});
