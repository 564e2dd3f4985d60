import { describe, expect, it } from "vitest";

import { changeChoice, IMPORT_MAX, type StoreApp, shownApps } from "../../../../web/screens/publisher/selection.ts";

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
