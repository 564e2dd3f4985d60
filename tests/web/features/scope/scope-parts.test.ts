import { describe, expect, it } from "vitest";
import { appOfPath, scopePartsOf, tabFor } from "../../../../web/features/scope/scope-parts.ts";

describe("the parts of the scope", () => {
  it.each([
    ["/", ["hasSides", "hasTags", "where", "when"]],
    ["/changes/competitors", ["hasSides", "hasTags", "where", "when"]],
    ["/charts", ["where"]],
    ["/apps/ios/1", ["where", "when", "isCompared"]],
    ["/apps/ios/1/listing", ["where"]],
    ["/apps/ios/1/ratings", ["when"]],
    ["/settings", []],
  ])("of %s are %o", (path, parts) => {
    expect(Object.keys(scopePartsOf(path))).toEqual(parts);
  });

  it("are those of a view where it has some of its own", () => {
    expect(Object.keys(scopePartsOf("/apps/ios/1/keywords", "tracked"))).toEqual(["where", "when"]);
    expect(scopePartsOf("/apps/ios/1/keywords", "listing")).toEqual(scopePartsOf("/apps/ios/1/keywords"));
    expect(Object.keys(scopePartsOf("/apps/ios/1/listing", "differences"))).toEqual(["where"]);
  });
});

describe("the app of a path", () => {
  it.each([
    ["/apps/ios/1", { platform: "ios", externalId: "1", tab: "" }],
    ["/apps/android/com.example%2Fa/changes", { platform: "android", externalId: "com.example/a", tab: "changes" }],
    ["/apps/ios/%E0%A4%A", undefined],
    ["/apps/windows/1", undefined],
    ["/apps", undefined],
  ])("%s is %o", (path, app) => {
    expect(appOfPath(path)).toEqual(app);
  });

  it.each([
    ["/apps/ios/1/storefronts", "/storefronts"],
    ["/apps/ios/1", ""],
    ["/changes/all", "/changes"],
    ["/charts", "/rankings"],
    ["/settings", ""],
  ])("another app is shown from %s on its tab %j", (path, tab) => {
    expect(tabFor(path)).toBe(tab);
  });
});
