import { describe, expect, it } from "vitest";

import { showsView, viewPath, viewScopeOf } from "../../../../web/features/views/view-address.ts";

const address = { pathname: "/dashboard/changes/all", search: "?country=jp&field=title&page=3&event=evt_7&A-b=1" };
const scope = { path: "/changes/all", query: { country: "jp", field: "title" } };

describe("a saved view", () => {
  it("has the choices of the address, without the open page, the open event and what no screen reads", () => {
    expect(viewScopeOf(address)).toEqual(scope);
    expect(viewScopeOf({ pathname: "/dashboard", search: "" })).toEqual({ path: "/", query: {} });
  });

  it("leads back to the same choices", () => {
    expect(viewPath(scope)).toBe("/changes/all?country=jp&field=title");
    expect(viewPath({ path: "/", query: {} })).toBe("/");
    const query = { search: "a & b = %25", tags: "1,2" };
    const [pathname = "", search = ""] = viewPath({ path: "/apps", query }).split("?");
    expect(viewScopeOf({ pathname: `/dashboard${pathname}`, search: `?${search}` })).toEqual({ path: "/apps", query });
  });

  it("is shown by an address with the same choices in any order, on any page", () => {
    expect(showsView(scope, { ...address, search: "?field=title&country=jp&page=2" })).toBe(true);
    expect(showsView(scope, { ...address, search: "?country=jp" })).toBe(false);
    expect(showsView(scope, { pathname: "/dashboard/charts", search: address.search })).toBe(false);
  });
});
