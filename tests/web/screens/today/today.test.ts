import { describe, expect, it } from "vitest";

import { seenUntil } from "../../../../web/screens/today/seen-until.ts";
import { titleOfEvents } from "../../../../web/screens/today/titles.ts";

const reported = (at: string) => ({ reported_at: at });
const READ_AT = Date.parse("2026-11-20T08:00:00Z");

describe("the end of a visit", () => {
  it("is ten minutes before the list was read, since the clock of a device may be ahead", () => {
    expect(seenUntil([reported("2026-11-20T06:00:00Z")], READ_AT)).toBe("2026-11-20T07:50:00.000Z");
  });

  it("includes the newest event that is shown", () => {
    const events = [reported("2026-11-20T07:59:30Z"), reported("2026-11-20T06:00:00Z")];
    expect(seenUntil(events, READ_AT)).toBe("2026-11-20T07:59:30Z");
  });

  it("is not there without events", () => {
    expect(seenUntil([], READ_AT)).toBeUndefined();
  });
});

describe("the heading of the events", () => {
  it("names the last visit, or the days of the scope", () => {
    const seen = "2026-11-20T12:00:00Z";
    expect(titleOfEvents({ total: 43, seenUntil: seen, hasDays: false })).toMatch(
      /^43 changes since your last visit, 20 Nov 2026/,
    );
    expect(titleOfEvents({ total: 1, seenUntil: seen, hasDays: true })).toBe("1 change in these days");
    expect(titleOfEvents({ total: 7, seenUntil: null, hasDays: false })).toBe("7 changes");
    expect(titleOfEvents({ total: undefined, seenUntil: undefined, hasDays: false })).toBe("Changes");
  });
});
