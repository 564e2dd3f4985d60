import { describe, expect, it } from "vitest";

import { newReplayFields, replayedPeriod } from "../../../../../web/screens/settings/webhooks/replayed-period.ts";

const nowMs = Date.parse("2026-03-09T15:30:00Z");

describe("the replayed period", () => {
  it("is at first yesterday and today", () => {
    expect(newReplayFields(nowMs)).toEqual({ from: "2026-03-08", to: "2026-03-09" });
  });

  it.each([
    [
      { from: "2026-03-02", to: "2026-03-08" },
      { from: "2026-03-02T00:00:00Z", to: "2026-03-09T00:00:00Z" },
    ],
    [{ from: "2026-03-08", to: "2026-03-09" }, { from: "2026-03-08T00:00:00Z" }],
    [{ from: undefined, to: undefined }, { from: "2026-03-09T00:00:00Z" }],
  ])("of %o is %o, and ends now if its last day is today", (fields, period) => {
    expect(replayedPeriod(fields, nowMs)).toEqual(period);
  });
});
