import { describe, expect, it } from "vitest";

import { timestamp } from "../../lib/domain/timestamp.ts";

describe("the schema of an instant", () => {
  it("writes the unix time of a row in UTC with whole seconds", () => {
    expect(timestamp().parse(1_772_447_999.999)).toBe("2026-03-02T10:39:59Z");
  });

  it("equals the text of a Date, whichever instant came before", () => {
    const instants = [0, 59.9, 86_399.5, 86_400, 951_782_400, 1_709_164_799, -1, 4_102_444_799.999, 86_399.5];
    for (const seconds of instants) {
      const whole = new Date(Math.floor(seconds) * 1_000);
      expect(timestamp().parse(seconds)).toBe(whole.toISOString().replace(".000", ""));
    }
  });

  it("throws for what is no instant", () => {
    expect(() => timestamp().parse(Number.NaN)).toThrow(RangeError);
  });

  it("accepts the text that it has written, as clients read it", () => {
    expect(timestamp().parse("2026-03-02T10:39:59Z")).toBe("2026-03-02T10:39:59Z");
  });

  it("keeps the null of an instant that may be missing", () => {
    expect(timestamp().nullable().parse(null)).toBeNull();
  });

  it("rejects null where an instant is required", () => {
    expect(timestamp().safeParse(null).success).toBe(false);
  });
});
