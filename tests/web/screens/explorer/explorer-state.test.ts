import { expect, it } from "vitest";

import { explorerPages, PAGES_MAX } from "../../../../web/screens/explorer/explorer-state.ts";

it("sends of the explorer's filter what is chosen alone", () => {
  const all = explorerPages({ platform: "all", category: "", search: "", pages: 2 }, 12);
  const rain = explorerPages({ platform: "ios", category: "6001", search: "rain", pages: 1 }, 60);

  expect(all.inputOf(2)).toEqual({ query: { page: 2, per_page: 12 } });
  expect(rain.inputOf(1)).toEqual({
    query: { platform: "ios", category_id: "6001", search: "rain", page: 1, per_page: 60 },
  });
});

it("reads as many pages of the explorer as were opened, up to a limit", () => {
  const countOf = (pages: number) => explorerPages({ platform: "all", category: "", search: "", pages }, 12).count;

  expect(countOf(3)).toBe(3);
  expect(countOf(1_000)).toBe(PAGES_MAX);
});
