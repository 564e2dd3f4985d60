import { expect, it } from "vitest";

import { readState, writeState } from "../../../../web/client/codec.ts";
import {
  type EventFilterValues,
  eventFilters,
  eventQuery,
  isFiltered,
  noFilters,
} from "../../../../web/features/events/event-filters.ts";

const TODAY = "2026-03-09";
const values = (given: Partial<EventFilterValues>): EventFilterValues => ({ ...noFilters, sort: "newest", ...given });

it("sends of a filter what is chosen alone", () => {
  expect(eventQuery(values({ page: 2 }), TODAY)).toEqual({ page: 2, per_page: 50 });
  expect(
    eventQuery(values({ field: "price", country: "de", from: "2026-03-01", weight: "notable", sort: "weight" }), TODAY),
  ).toEqual({
    type: ["app.price_changed"],
    country_code: "de",
    from: "2026-03-01",
    min_weight: 0.25,
    sort: "weight",
    page: 1,
    per_page: 50,
  });
});

it("sends the chosen app, or else those that the screen leaves", () => {
  expect(eventQuery(values({ app: "7" }), TODAY, ["8", "9"]).apps).toEqual(["7"]);
  expect(eventQuery(values({}), TODAY, ["8", "9"]).apps).toEqual(["8", "9"]);
  expect(eventQuery(values({}), TODAY).apps).toBeUndefined();
});

it("sends the last 366 days of a longer period", () => {
  const from = "2020-01-01";

  expect(eventQuery(values({ from }), TODAY).from).toBe("2025-03-09");
  expect(eventQuery(values({ from, to: "2020-12-31" }), TODAY)).toMatchObject({ from, to: "2020-12-31" });
  expect(eventQuery(values({ from, to: "2021-01-01" }), TODAY).from).toBe("2020-01-02");
});

it("is filtered by anything but the page, the order and the opened event", () => {
  expect(isFiltered(values({ page: 3, sort: "weight", event: "evt_7" }))).toBe(false);
  expect(isFiltered(values({ to: "2026-03-01" }))).toBe(true);
  expect(isFiltered(values({ weight: "notable" }))).toBe(true);
  expect(isFiltered(values({ app: "7" }))).toBe(true);
});

it("is in the address, which chooses no app and no event that cannot be", () => {
  const chosen = { app: "7", locale: "ja", country: "jp", weight: "notable", event: "evt_4711" } as const;
  const address = writeState(eventFilters, "", chosen);

  expect(address).toBe("app=7&locale=ja&country=jp&weight=notable&event=evt_4711");
  expect(readState(eventFilters, address)).toMatchObject(chosen);
  expect(readState(eventFilters, "app=x&event=4711&weight=all")).toEqual(values({}));
});
