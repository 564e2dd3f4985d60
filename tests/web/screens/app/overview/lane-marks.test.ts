import { describe, expect, it } from "vitest";

import type { Event } from "../../../../../web/features/events/event.ts";
import { formatDay } from "../../../../../web/format/times.ts";
import { notesByDay } from "../../../../../web/screens/app/overview/day-notes.ts";
import { marksOfEvents, marksOfNotes } from "../../../../../web/screens/app/overview/lane-marks.ts";
import type { Overview } from "../../../../../web/screens/app/use-overview.ts";

const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
const note = (id: number, day: string, text: string): Overview["notes"][number] => ({
  id,
  day,
  text,
  app: null,
  created_at: "2026-11-04T08:00:00Z",
  updated_at: "2026-11-04T08:00:00Z",
});

describe("the marks of a lane", () => {
  it("have the heaviest event of a day, its kind, and how many there are", () => {
    const price = { type: "app.price_changed", field: null } as Event;
    const title = { type: "listing.changed", field: "title" } as Event;
    const marks = marksOfEvents(days, new Map([["2026-11-02", [price, title]]]));
    expect(marks).toEqual([
      {
        day: "2026-11-02",
        place: 1,
        text: "Price +1",
        label: `${formatDay("2026-11-02")}: 2 changes, Price +1`,
        kind: "price",
      },
    ]);
  });

  it("have the newest note of a day, and how many there are besides", () => {
    const notes = notesByDay([
      note(3, "2026-11-03", "Halved prices"),
      note(2, "2026-11-03", "A campaign"),
      note(1, "2026-11-01", "New icon"),
    ]);
    expect(marksOfNotes(days, notes).map(({ place, text, kind }) => [place, text, kind])).toEqual([
      [0, "New icon", "note"],
      [2, "Halved prices +1", "note"],
    ]);
  });

  it("leave out days that are not shown", () => {
    expect(marksOfNotes(days, notesByDay([note(1, "2026-10-31", "Before")]))).toEqual([]);
  });
});
