import { describe, expect, it } from "vitest";

import { groupByRead } from "../../../../../web/screens/app/changes/group-by-read.ts";

const found = (time: string, subject = "title") => ({ detected_at: `2026-03-09T${time}Z`, subject });
const timesOf = (changes: readonly ReturnType<typeof found>[]) =>
  groupByRead(changes, ({ subject }) => subject).map((group) =>
    group.map(({ detected_at, subject }) => `${subject} ${detected_at.slice(11, 16)}`),
  );

describe("changes that one reading found", () => {
  it("are those within half an hour of the one before", () => {
    expect(timesOf([found("09:00:00"), found("08:30:00"), found("08:00:00"), found("07:29:59")])).toEqual([
      ["title 09:00", "title 08:30", "title 08:00"],
      ["title 07:29"],
    ]);
  });

  it("are grouped by their subject, in the order of the first of each", () => {
    expect(
      timesOf([found("09:00:00"), found("09:00:00", "price"), found("08:59:00"), found("08:59:00", "price")]),
    ).toEqual([
      ["title 09:00", "title 08:59"],
      ["price 09:00", "price 08:59"],
    ]);
  });

  it("are none without changes", () => {
    expect(timesOf([])).toEqual([]);
  });
});
