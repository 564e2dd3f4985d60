import { describe, expect, it } from "vitest";
import type { Event } from "../../../../../web/features/events/event.ts";
import { eventsByDay, markText, newestChange, shortName } from "../../../../../web/screens/app/overview/day-events.ts";

const event = (given: Partial<Event>): Event =>
  ({
    type: "listing.changed",
    field: "title",
    weight: 0.5,
    occurred_at: "2026-11-02T06:00:00Z",
    data: {},
    ...given,
  }) as Event;

describe("the changes of a day", () => {
  const price = event({ type: "app.price_changed", field: null, weight: 0.9 });
  const late = event({ occurred_at: "2026-11-02T23:59:59Z" });
  const next = event({ field: "icon_url", occurred_at: "2026-11-03T00:00:00Z" });

  it("are those of the day in UTC, the heaviest first", () => {
    expect(eventsByDay([next, late, price])).toEqual(
      new Map([
        ["2026-11-03", [next]],
        ["2026-11-02", [price, late]],
      ]),
    );
  });

  it("are no ranks and ratings, which lanes of their own show, and no failed syncs", () => {
    const others = (["rating.changed", "chart.rank_changed", "sync.failed"] as const).map((type) => event({ type }));
    expect(eventsByDay(others).size).toBe(0);
  });

  it("have one mark, which counts them", () => {
    expect([markText([price]), markText([price, late]), markText([])]).toEqual(["Price", "Price +1", ""]);
  });

  it("of the last of the shown days are the newest", () => {
    const byDay = eventsByDay([next, late, price]);
    expect(newestChange(byDay, ["2026-11-01", "2026-11-02"])).toBe(price);
    expect(newestChange(byDay, ["2026-11-01"])).toBeUndefined();
  });
});

it.each([
  [event({ field: "promotional_text" }), "Promotional text"],
  [event({ type: "app.fact_changed", field: "size_bytes" }), "Size"],
  [event({ type: "app.version_released", field: null, data: { version: "4.4.2" } as Event["data"] }), "Version 4.4.2"],
  [event({ type: "app.removed", field: null }), "Removed"],
])("names an event in a few words", (one, name) => {
  expect(shortName(one)).toBe(name);
});
