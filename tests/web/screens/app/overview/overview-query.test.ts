import { describe, expect, it } from "vitest";
import { readState } from "../../../../../web/client/codec.ts";
import { scopeState } from "../../../../../web/features/scope/scope.ts";
import { shownDays } from "../../../../../web/screens/app/overview/shown-days.ts";
import { overviewQuery } from "../../../../../web/screens/app/overview-read.ts";
import { daysOf, LAST, meta } from "./overview-world.ts";

const scope = (search: string) => readState(scopeState, search);

describe("the request of an overview", () => {
  it.each([
    ["", { days: 97, country_code: undefined, rivals: ["all"] }],
    ["days=30&country=jp", { days: 37, country_code: "jp", rivals: ["all"] }],
    ["days=30&vs=period&rivals=none", { days: 60, country_code: undefined, rivals: undefined }],
    ["from=2026-11-10&to=2026-11-12&rivals=7:1,2", { days: 24, country_code: undefined, rivals: ["1", "2"] }],
    ["days=30&rivals=8:1,2", { days: 37, country_code: undefined, rivals: ["all"] }],
    ["days=365&vs=period", { days: 366, country_code: undefined, rivals: ["all"] }],
  ])("of %j has the shown days and those before them", (search, query) => {
    expect(overviewQuery(scope(search), "7", LAST)).toEqual(query);
  });
});

describe("the shown days of a response", () => {
  const bodyOf = (count: number) => {
    const series = daysOf(count);
    return { data: { series, events: [] }, meta: { ...meta, from: series[0]?.date ?? "" } };
  };

  it("leave out those that are only compared with", () => {
    const { days, start, all } = shownDays(bodyOf(37), scope("days=30"));

    expect([days.length, days[0], days.at(-1), start, all.length]).toEqual([30, "2026-10-28", LAST, 7, 37]);
  });

  it("begin, if none are chosen, with the first day of which something is known", () => {
    const nothing = { rating: null, rating_count: null, gained: null, price: null, currency: null, ranks: [null] };
    const series = daysOf(97, (place) => (place < 60 ? nothing : {}));
    const body = { ...bodyOf(97), data: { series, events: [] } };

    expect(shownDays(body, scope("")).days[0]).toBe(series[60]?.date);
    expect(shownDays(body, scope("days=90")).days[0]).toBe(series[7]?.date);
    expect(shownDays(bodyOf(97), scope("")).days).toHaveLength(90);
  });

  it("end where the period ends", () => {
    const { days } = shownDays(bodyOf(24), scope("from=2026-11-10&to=2026-11-12"));

    expect(days).toEqual(["2026-11-10", "2026-11-11", "2026-11-12"]);
  });

  it("are those of the response, while other days are still read", () => {
    expect(shownDays(bodyOf(37), scope("days=180")).days).toHaveLength(37);
  });
});
