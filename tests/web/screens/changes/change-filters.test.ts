import { expect, it } from "vitest";

import { factKeys } from "../../../../web/features/facts/fact-names.ts";
import { changesQuery, isFiltered, noFilters } from "../../../../web/screens/changes/change-filters.tsx";

it("sends of a filter what is chosen alone", () => {
  expect(changesQuery({ ...noFilters, page: 2 })).toEqual({ page: 2, per_page: 100 });
  expect(changesQuery({ ...noFilters, field: "price", country: "de", from: "2026-03-01" })).toEqual({
    field: ["price"],
    country_code: "de",
    from: "2026-03-01",
    page: 1,
    per_page: 100,
  });
});

it("sends all fields of a group", () => {
  expect(changesQuery({ ...noFilters, field: "facts" }).field).toEqual(factKeys);
});

it("is filtered by anything but the page", () => {
  expect(isFiltered({ ...noFilters, page: 3 })).toBe(false);
  expect(isFiltered({ ...noFilters, to: "2026-03-01" })).toBe(true);
  expect(isFiltered({ ...noFilters, platform: "ios" })).toBe(true);
});
