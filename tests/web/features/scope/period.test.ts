import { describe, expect, it } from "vitest";
import { describeChoice } from "../../../../web/features/scope/describe-period.ts";
import { lengthOf, optionalDays, periodOf } from "../../../../web/features/scope/period.ts";

const TODAY = "2026-11-26";
const none = { days: undefined, from: undefined, to: undefined };

describe("the chosen period", () => {
  it.each([
    [
      { ...none, days: 30 },
      { first: "2026-10-28", last: TODAY },
    ],
    [
      { ...none, from: "2026-10-01", to: "2026-10-09" },
      { first: "2026-10-01", last: "2026-10-09" },
    ],
    [
      { ...none, from: "2026-11-20" },
      { first: "2026-11-20", last: TODAY },
    ],
    [
      { ...none, days: 7, to: "2026-10-09" },
      { first: "2026-10-03", last: "2026-10-09" },
    ],
    [none, { first: "2026-08-29", last: TODAY }],
  ])("of %o is %o", (choice, period) => {
    expect(periodOf(choice, TODAY, 90)).toEqual(period);
  });

  it("is at most a year, the last one of a longer choice", () => {
    const period = periodOf({ ...none, from: "2020-01-01", to: "2026-10-09" }, TODAY, 90);
    expect(period).toEqual({ first: "2025-10-09", last: "2026-10-09" });
    expect(lengthOf(period)).toBe(366);
  });

  it("ends today at the latest, and has no first day after its last", () => {
    expect(periodOf({ ...none, from: "2026-11-01", to: "2027-01-01" }, TODAY, 90).last).toBe(TODAY);
    expect(periodOf({ ...none, from: "2027-01-01", to: "2027-02-01" }, TODAY, 90)).toEqual(periodOf(none, TODAY, 90));
  });

  it("is none without a choice and a default", () => {
    expect(periodOf(none, TODAY)).toBeUndefined();
  });
});

describe("the days in the address", () => {
  it.each([
    ["30", 30],
    ["366", 366],
    ["367", undefined],
    ["0", undefined],
    ["-1", undefined],
    ["1e2", undefined],
    [null, undefined],
  ])("%s is read as %s", (text, days) => {
    expect(optionalDays().read(text)).toBe(days);
  });
});

describe("the words of a choice", () => {
  it.each([
    [none, "Any time"],
    [{ ...none, days: 365 }, "Last year"],
    [{ ...none, days: 12 }, "Last 12 days"],
    [{ ...none, from: "2026-10-01", to: "2026-11-04" }, "1 Oct – 4 Nov 2026"],
    [{ ...none, from: "2025-12-30", to: "2026-01-02" }, "30 Dec 2025 – 2 Jan 2026"],
    [{ ...none, from: "2026-10-01", to: "2026-10-01" }, "1 Oct 2026"],
    [{ ...none, from: "2026-10-01" }, "Since 1 Oct 2026"],
    [{ ...none, to: "2026-10-01" }, "Until 1 Oct 2026"],
  ])("of %o are %s", (choice, words) => {
    expect(describeChoice(choice, "Any time")).toBe(words);
  });
});
