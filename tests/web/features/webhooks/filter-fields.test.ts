import { describe, expect, it } from "vitest";

import {
  type Filter,
  filterFieldsOf,
  filterOf,
  rankChangeOptions,
  ratingDropOptions,
} from "../../../../web/features/webhooks/filter-fields.ts";

const full: Filter = {
  app_ids: [4],
  country_codes: ["jp", "us"],
  locales: ["ja"],
  fields: ["title"],
  price_direction: "up",
  min_rating_drop: 0.2,
  min_rank_change: 5,
  rank_milestones: [10, 100],
};

describe("the fields of a filter", () => {
  it("are none without a condition", () => {
    expect(filterOf(filterFieldsOf({}))).toEqual({});
  });

  it("are saved as they were, with the conditions that only programs set", () => {
    expect(filterOf(filterFieldsOf(full))).toEqual(full);
  });

  it("that are emptied are no condition, and those of programs stay", () => {
    const emptied = { ...filterFieldsOf({}), filter: filterFieldsOf(full).filter };

    expect(filterOf(emptied)).toEqual({ app_ids: [4], locales: ["ja"], fields: ["title"] });
  });

  it("offer a step that a program has set beside the usual ones", () => {
    expect(ratingDropOptions("0.3").map(({ id }) => id)).toEqual(["", "0.05", "0.1", "0.2", "0.5", "0.3"]);
    expect(rankChangeOptions("10").map(({ id }) => id)).toEqual(["", "3", "5", "10", "50"]);
    expect(rankChangeOptions("").map(({ id }) => id)).toEqual(["", "3", "5", "10", "50"]);
  });
});
