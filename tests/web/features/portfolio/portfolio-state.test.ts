import { describe, expect, it } from "vitest";

import {
  columnKeys,
  nextOrder,
  portfolioQuery,
  portfolioState,
} from "../../../../web/features/portfolio/portfolio-state.ts";

const state = { platform: "", search: "", country: undefined, tags: [], sort: "", order: "desc", page: 1 } as const;

describe("the state of the list of apps", () => {
  it("requests trends, and an order only if the list is sorted", () => {
    expect(portfolioQuery(state)).toEqual({ include: ["trends"], page: 1, per_page: 25 });
    expect(portfolioQuery({ ...state, sort: "rank", order: "asc" })).toMatchObject({ sort: "rank", order: "asc" });
  });

  it("has the trends of the country of the scope", () => {
    expect(portfolioQuery({ ...state, country: "jp" }).country_code).toBe("jp");
  });

  it("sorts by the best value first, then the other way round", () => {
    expect(nextOrder(state, "rating")).toBe("desc");
    expect(nextOrder(state, "rank")).toBe("asc");
    expect(nextOrder({ ...state, sort: "rank", order: "asc" }, "rank")).toBe("desc");
    expect(nextOrder({ ...state, sort: "rating", order: "desc" }, "rank")).toBe("asc");
  });
});

describe("the shown columns of the list of apps", () => {
  it("are all unless the address names some, in their own order", () => {
    expect(portfolioState.columns.read(null)).toEqual(columnKeys);
    expect(portfolioState.columns.read("price,rating,unknown")).toEqual(["rating", "price"]);
    expect(portfolioState.columns.write(columnKeys)).toBeUndefined();
    expect(portfolioState.columns.write(["rating"])).toBe("rating");
    expect(portfolioState.columns.read("")).toEqual([]);
  });
});
