import { describe, expect, it } from "vitest";

import { normalPassword, passwordForms } from "../../lib/domain/account-fields.ts";

describe("the forms of a password", () => {
  it("are its normal form and, where that differs, the form sent", () => {
    expect(passwordForms("caf\u00e9")).toEqual(["caf\u00e9"]);
    expect(passwordForms("cafe\u0301")).toEqual(["caf\u00e9", "cafe\u0301"]);
  });

  it("leave out forms that bcrypt would truncate", () => {
    expect(passwordForms("a\u0308".repeat(36))).toEqual(["\u00e4".repeat(36)]);
    expect(passwordForms("\ufb2c".repeat(13))).toEqual(["\ufb2c".repeat(13)]);
    expect(passwordForms("x".repeat(73))).toEqual([]);
  });

  it("do not include the normal form of a far too long text, which would take minutes to compute", () => {
    const [longest, tooLong] = ["\u212a".repeat(96), "\u212a".repeat(97)];

    expect(normalPassword(longest)).toBe("K".repeat(96));
    expect(normalPassword(tooLong)).toBe(tooLong);
    expect(passwordForms(tooLong)).toEqual([]);
  });
});
