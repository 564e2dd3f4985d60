import { describe, expect, it } from "vitest";

import { type Change, groupByDay } from "../../../../web/features/changes/change-groups.ts";
import { describeChange } from "../../../../web/features/changes/change-labels.ts";
import { shownValues } from "../../../../web/features/changes/change-values.ts";
import { wholeGroups, withoutCutGroups } from "../../../../web/features/changes/whole-groups.ts";
import { joinChanges } from "../../../../web/screens/home/use-newest-changes.ts";

const change = (given: Partial<Change>): Change => ({
  id: 1,
  version_id: null,
  version: null,
  previous_version: null,
  locale: "en-US",
  country_code: null,
  field_changed: "title",
  old_value: "Before",
  new_value: "After",
  is_cut: false,
  detected_at: "2026-03-09T08:00:00Z",
  app: {
    id: 7,
    name: "Tamton",
    platform: "ios",
    external_id: "1007843509",
    icon_url: null,
    is_tracked: true,
    is_competitor: false,
  },
  ...given,
});

const sentences = (changes: readonly Change[]) =>
  groupByDay(changes).map(({ day, groups }) => [day, groups.map(describeChange)]);

describe("changes in a feed", () => {
  it("stand under their days, one entry for what one read found in many languages", () => {
    expect(
      sentences([
        change({}),
        change({ locale: "de-DE" }),
        change({ field_changed: "icon_url" }),
        change({ detected_at: "2026-03-08T08:00:00Z" }),
      ]),
    ).toEqual([
      ["2026-03-09", ["Title changed in 2 languages", "Icon changed in American English (en-US)"]],
      ["2026-03-08", ["Title changed in American English (en-US)"]],
    ]);
  });

  it("stand in one entry where one read stored them in several parts, and in another where the next read found them", () => {
    expect(
      sentences([
        change({ detected_at: "2026-03-09T20:00:00Z" }),
        change({ detected_at: "2026-03-09T08:04:00Z" }),
        change({ locale: "de-DE", detected_at: "2026-03-09T08:00:00Z" }),
      ]),
    ).toEqual([["2026-03-09", ["Title changed in American English (en-US)", "Title changed in 2 languages"]]]);
  });

  it("say where an app became available and where not", () => {
    const offer = { field_changed: "availability", locale: null, old_value: null } as const;

    expect(
      sentences([
        change({ ...offer, country_code: "de", new_value: "available" }),
        change({ ...offer, country_code: "fr", new_value: "unavailable" }),
        change({ field_changed: "price", locale: null, country_code: null }),
      ]),
    ).toEqual([
      ["2026-03-09", ["Became available in Germany", "Became unavailable in France", "Price changed in all countries"]],
    ]);
  });

  it("say which language was added or removed", () => {
    const [added, removed] = (["locale_added", "locale_removed"] as const).map((field_changed) =>
      change({ field_changed, locale: "de-DE" }),
    );

    expect(sentences([added, removed].filter((one) => one !== undefined))).toEqual([
      ["2026-03-09", ["Listing added in German (Germany) (de-DE)", "Listing removed in German (Germany) (de-DE)"]],
    ]);
  });

  it("name a storefront of a fact that depends on it, and none of others", () => {
    const fact = { locale: null, old_value: "1000000", new_value: "2000000" } as const;

    expect(
      sentences([
        change({ ...fact, field_changed: "size_bytes", country_code: "us" }),
        change({ ...fact, field_changed: "publisher" }),
      ]),
    ).toEqual([["2026-03-09", ["Size changed in United States", "Publisher changed"]]]);
  });

  it("show values of facts readably, of lists what was removed and added, and no address of a picture", () => {
    const fact = (field_changed: Change["field_changed"], old_value: string | null, new_value: string | null) =>
      shownValues(change({ field_changed, old_value, new_value, locale: null }));

    expect(fact("size_bytes", "1000000", "2000000")).toMatchObject({ before: "1.0 MB", after: "2.0 MB" });
    expect(fact("privacy_policy", null, "https://radar.example/")).toMatchObject({
      before: "None",
      after: "https://radar.example/",
    });
    expect(fact("languages", '["DE","EN"]', '["DE","FR","IT","EN"]')).toEqual({
      before: null,
      after: "French; Italian",
      isPart: true,
    });
    expect(fact("languages", '["DE","E', '["DE"]')).toBeUndefined();
    expect(fact("feature_graphic", "https://images.example/1", "https://images.example/2")).toBeUndefined();
  });

  it("show counts of screenshots, the beginning of a long text, and no address of an icon", () => {
    const pictures = JSON.stringify([{ url: "https://images.example/1" }]);

    expect(shownValues(change({ field_changed: "screenshots", old_value: pictures, new_value: "[{" }))).toEqual({
      before: "1 picture",
      after: "many pictures",
    });
    expect(shownValues(change({ new_value: "a".repeat(500) }))?.after).toHaveLength(222);
    expect(shownValues(change({ field_changed: "icon_url" }))).toBeUndefined();
  });
});

describe("pages of changes", () => {
  const titles = ["en-US", "de-DE", "fr-FR", "ja"].map((locale) => change({ locale }));
  const older = change({ field_changed: "subtitle", detected_at: "2026-03-08T08:00:00Z" });

  it("show each entry whole on the page where it begins", () => {
    const [pageOne, pageTwo] = [titles.slice(0, 3), [...titles.slice(3), older]];

    expect(wholeGroups({ before: [], shown: pageOne, after: pageTwo })).toEqual(titles);
    expect(wholeGroups({ before: pageOne, shown: pageTwo, after: [] })).toEqual([older]);
  });

  it("show what they have when an entry fills them, or before the other pages are there", () => {
    expect(wholeGroups({ before: titles.slice(0, 1), shown: titles.slice(1), after: [] })).toEqual(titles.slice(1));
    expect(wholeGroups({ before: [], shown: [], after: [] })).toEqual([]);
  });

  it("show a change once that has moved to the next page meanwhile", () => {
    const numbered = [5, 4, 3, 2, 1].map((id) => change({ id, detected_at: `2026-03-0${id}T08:00:00Z` }));
    const copies = numbered.slice(1, 3).map((one) => ({ ...one }));

    const page = (current_page: number, data: readonly Change[]) => ({
      data: [...data],
      meta: {
        current_page,
        last_page: 2,
        per_page: 3,
        total: 5,
        from: 1,
        to: 3,
        has_older: false,
        has_scope_apps: true,
      },
      links: { first: "", last: "", prev: null, next: null },
    });
    const joined = joinChanges([page(1, numbered.slice(0, 3)), page(2, [...copies, ...numbered.slice(3)])]);
    expect(joined.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });

  it("end a feed before the reading that goes on beyond it, unless it is the only one", () => {
    const newer = change({ detected_at: "2026-03-10T08:00:00Z" });

    expect(withoutCutGroups([newer, ...titles])).toEqual([newer]);
    expect(withoutCutGroups(titles)).toEqual(titles);
  });
});
