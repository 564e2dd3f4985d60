import { describe, expect, it } from "vitest";

import { appsQuery, nextOrder } from "../../../../web/screens/apps/apps-state.ts";

const state = { platform: "", search: "", country: undefined, sort: "", order: "desc", page: 1 } as const;

describe("the state of the list of apps", () => {
  it("requests trends, and an order only if the list is sorted", () => {
    expect(appsQuery(state)).toEqual({ include: ["trends"], page: 1, per_page: 25 });
    expect(appsQuery({ ...state, sort: "rank", order: "asc" })).toMatchObject({ sort: "rank", order: "asc" });
  });

  it("has the trends of the country of the scope", () => {
    expect(appsQuery({ ...state, country: "jp" }).country_code).toBe("jp");
  });

  it("sorts by the best value first, then the other way round", () => {
    expect(nextOrder(state, "rating")).toBe("desc");
    expect(nextOrder(state, "rank")).toBe("asc");
    expect(nextOrder({ ...state, sort: "rank", order: "asc" }, "rank")).toBe("desc");
    expect(nextOrder({ ...state, sort: "rating", order: "desc" }, "rank")).toBe("asc");
  });
});
