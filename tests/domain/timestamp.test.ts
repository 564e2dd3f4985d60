import { describe, expect, it } from "vitest";

import { timestamp } from "../../lib/domain/timestamp.ts";

describe("the schema of an instant", () => {
  it("writes the unix time of a row in UTC with whole seconds", () => {
    expect(timestamp().parse(1_772_447_999.999)).toBe("2026-03-02T10:39:59Z");
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
