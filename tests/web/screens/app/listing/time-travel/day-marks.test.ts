import { describe, expect, it } from "vitest";

import {
  describeDay,
  markAfter,
  markBefore,
  marksOfChanges,
  marksOfEvents,
} from "../../../../../../web/screens/app/listing/time-travel/day-marks.ts";

const event = (
  type: "listing.changed" | "app.price_changed" | "app.version_released",
  day: string,
  field: "title" | null = null,
) => ({
  ...{ type, field },
  occurred_at: `${day}T23:59:00Z`,
  data: { version: type === "app.version_released" ? "2.1" : null },
});

describe("the days on which a listing has changed", () => {
  const marks = marksOfEvents([
    event("app.price_changed", "2026-03-09"),
    event("listing.changed", "2026-03-02", "title"),
    event("app.version_released", "2026-03-02"),
    event("listing.changed", "2026-03-02", "title"),
  ]);

  it("are those of its events, each with what has changed once", () => {
    expect(marks).toEqual([
      { day: "2026-03-02", names: ["Title", "Version 2.1"] },
      { day: "2026-03-09", names: ["Price"] },
    ]);
  });

  it("are those of changes where an app has no events", () => {
    const change = { field_changed: "subtitle", detected_at: "2026-03-02T08:00:00Z" } as const;

    expect(marksOfChanges([change, change])).toEqual([{ day: "2026-03-02", names: ["Subtitle"] }]);
  });

  it("lead to each other, and from days between them", () => {
    expect([markBefore(marks, "2026-03-09")?.day, markBefore(marks, "2026-03-02")]).toEqual(["2026-03-02", undefined]);
    expect([markAfter(marks, "2026-03-05")?.day, markAfter(marks, "2026-03-09")]).toEqual(["2026-03-09", undefined]);
  });

  it("say of a day what has changed on it, or what did last", () => {
    expect(describeDay(marks, "2026-03-02")).toBe("Changed: Title, Version 2.1");
    expect(describeDay(marks, "2026-03-05")).toBe("Last change on 2 Mar 2026: Title, Version 2.1");
    expect(describeDay(marks, "2026-03-01")).toBe("No change is known until then");
  });
});
