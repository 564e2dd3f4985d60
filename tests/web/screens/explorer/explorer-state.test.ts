import { expect, it } from "vitest";

import { explorerQuery } from "../../../../web/screens/explorer/explorer-state.ts";

it("sends of the explorer's filter what is chosen alone", () => {
  expect(explorerQuery({ platform: "all", category: "", search: "", pages: 2 })).toEqual({});
  expect(explorerQuery({ platform: "ios", category: "6001", search: "rain", pages: 1 })).toEqual({
    platform: "ios",
    category_id: "6001",
    search: "rain",
  });
});
