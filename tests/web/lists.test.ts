import { describe, expect, it } from "vitest";

import { joinPages } from "../../web/client/join-pages.ts";
import { publisherOfPath } from "../../web/screens/publisher/publisher-of-path.ts";
import { changeChoice, IMPORT_MAX, type StoreApp, shownApps } from "../../web/screens/publisher/selection.ts";

const page = (current_page: number, ids: readonly number[]) => ({
  data: ids.map((app_id) => ({ app_id })),
  meta: { current_page, last_page: 3, total: 9 },
});
const storeApp = (name: string, is_tracked: boolean): StoreApp => ({
  id: 1,
  external_id: name,
  name,
  icon_url: null,
  rating: null,
  rating_count: null,
  is_free: true,
  category: null,
  is_tracked,
});

describe("pages of the explorer", () => {
  it("show an app once that has moved to the next page meanwhile", () => {
    const joined = joinPages([page(1, [1, 2, 3]), page(2, [3, 4, 5])], ({ app_id }) => app_id);

    expect(joined.items.map(({ app_id: id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(joined).toMatchObject({ total: 9, hasMore: true });
    expect(joinPages([page(3, [6])], ({ app_id }) => app_id).hasMore).toBe(false);
  });
});

describe("a publisher of the address", () => {
  it.each([
    ["/dashboard/publishers/ios/300420517", "300420517"],
    ["/dashboard/publishers/android/Maranta+Ltd", "Maranta+Ltd"],
    ["/dashboard/publishers/android/Maranta%2BLtd", "Maranta+Ltd"],
    ["/dashboard/publishers/android/A%252FB", "A%2FB"],
    ["/dashboard/publishers/android/100%", "100%"],
  ])("is decoded once: %s", (path, id) => {
    expect(publisherOfPath(path).external_id).toBe(id);
  });
});

describe("a choice of store apps", () => {
  it("holds as many as one import may name", () => {
    const full = Array.from({ length: IMPORT_MAX }, (_, index) => String(index));

    expect(changeChoice(full, "more", true)).toEqual(full);
    expect(changeChoice(full, "0", false)).toHaveLength(IMPORT_MAX - 1);
    expect(changeChoice(["1"], "1", true)).toEqual(["1"]);
  });

  it("is made among the apps that the search and the filter show", () => {
    const apps = [storeApp("Radar", true), storeApp("Rain", false), storeApp("Snow", false)];

    expect(shownApps(apps, { search: " RA", isHidingTracked: false }).map(({ name }) => name)).toEqual([
      "Radar",
      "Rain",
    ]);
    expect(shownApps(apps, { search: "", isHidingTracked: true }).map(({ name }) => name)).toEqual(["Rain", "Snow"]);
  });
});
