import { describe, expect, it } from "vitest";

import type { Change } from "../../../../../web/features/changes/change.ts";
import { describeOthers, headlineOf, mainFirst, readShots } from "../../../../../web/features/changes/change-texts.ts";
import { groupChanges } from "../../../../../web/screens/app/changes/change-groups.ts";
import { filterChanges } from "../../../../../web/screens/app/changes/filter-changes.ts";

const change = (detected_at: string, more: Partial<Change> = {}): Change => ({
  id: 1,
  version_id: 1,
  version: "2.0",
  previous_version: "1.9",
  locale: "en-US",
  country_code: null,
  field_changed: "title",
  old_value: "Old",
  new_value: "New",
  is_cut: false,
  detected_at,
  ...more,
});

describe("changes of an app", () => {
  it("are grouped by day, and by the reading of the store that found them", () => {
    const days = groupChanges([
      change("2026-03-09T18:00:00Z"),
      change("2026-03-09T08:20:00Z"),
      change("2026-03-09T08:01:00Z"),
      change("2026-03-08T23:59:00Z"),
    ]);

    expect(days.map(({ day, runs }) => [day, runs.map(({ at }) => at)])).toEqual([
      ["2026-03-09", ["2026-03-09T18:00:00Z", "2026-03-09T08:20:00Z"]],
      ["2026-03-08", ["2026-03-08T23:59:00Z"]],
    ]);
  });

  it("are filtered by field, language, country and days, in UTC", () => {
    const changes = [
      change("2026-03-09T23:59:59Z"),
      change("2026-03-10T00:00:00Z", { locale: "de-DE" }),
      change("2026-03-08T08:00:00Z", { field_changed: "price", locale: null, country_code: "de" }),
      change("2026-03-12T08:00:00Z", { field_changed: "ads", locale: null }),
    ];
    const noDays = { days: undefined, from: undefined, to: undefined };
    const none = { field: "", locale: "", country: "", weight: "", ...noDays } as const;
    const found = (filter: Partial<Parameters<typeof filterChanges>[1]>, language?: string) =>
      filterChanges(changes, { ...none, ...filter }, "2026-03-12", language).map((one) => changes.indexOf(one));

    expect(found({})).toEqual([0, 1, 2, 3]);
    expect(found({ field: "price" })).toEqual([2]);
    expect(found({ field: "listing" })).toEqual([0, 1]);
    expect(found({ field: "facts" })).toEqual([3]);
    expect(found({ field: "rank" })).toEqual([]);
    expect(found({ locale: "de-DE" })).toEqual([1]);
    expect(found({ country: "de" })).toEqual([2]);
    expect(found({ country: "de" }, "de-DE")).toEqual([1, 2]);
    expect(found({ country: "de", locale: "en-US" }, "de-DE")).toEqual([0, 2]);
    expect(found({ to: "2026-03-09" })).toEqual([0, 2]);
    expect(found({ from: "2026-03-09" })).toEqual([0, 1, 3]);
    expect(found({ days: 3 })).toEqual([1, 3]);
    expect(found({ weight: "notable" })).toEqual([]);
  });

  it("of one reading are grouped by field, in the order of a listing", () => {
    const at = "2026-03-09T08:00:00Z";
    const [day] = groupChanges([
      change(at, { field_changed: "price", locale: null, country_code: "de", version: null }),
      change(at, { field_changed: "description", locale: "de-DE" }),
      change(at),
      change(at, { field_changed: "description" }),
    ]);

    expect(day?.runs.map(({ groups, version }) => [version, groups.map(headlineOf)])).toEqual([
      ["2.0", ["Title in 1 language", "Description in 2 languages", "Price in 1 country"]],
    ]);
  });

  it("begin with English and the United States", () => {
    const at = "2026-03-09T08:00:00Z";
    const texts = ["de-DE", "en-US", "fr-FR"].map((locale) => change(at, { locale }));
    const prices = ["de", "us"].map((country_code) => change(at, { locale: null, country_code }));

    expect(mainFirst(texts).map(({ locale }) => locale)).toEqual(["en-US", "fr-FR", "de-DE"]);
    expect(mainFirst(prices).map(({ country_code }) => country_code)).toEqual(["us", "de"]);
  });

  it("name the other places in the order of their names", () => {
    const at = "2026-03-09T08:00:00Z";
    const codes = ["zw", "zm", "za", "us", "de", "fr", "jp"];
    const [, ...others] = mainFirst(codes.map((country_code) => change(at, { locale: null, country_code })));

    expect(describeOthers(others)).toBe("6 more: France, Germany, Japan, South Africa, Zambia, Zimbabwe");
  });

  it("of a price or a fact that is the same in all storefronts name none", () => {
    const changes = [change("2026-03-09T08:00:00Z", { field_changed: "price", locale: null })];

    expect(headlineOf({ field: "price", changes })).toBe("Price");
    expect(headlineOf({ field: "publisher", changes })).toBe("Publisher");
  });

  it("of screenshots show them, unless their list was cut", () => {
    const shots = [{ url: "https://images.example/1.png", device_type: "ipad", order: 0 }];

    expect(readShots(JSON.stringify(shots))).toEqual([{ url: "https://images.example/1.png", device: "ipad" }]);
    expect(readShots(null)).toEqual([]);
    expect(readShots('[{"url":"https://im')).toBeUndefined();
    expect(readShots('[null, 1, {"url": 2}]')).toEqual([]);
  });
});
