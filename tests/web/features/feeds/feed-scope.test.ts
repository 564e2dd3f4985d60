import { describe, expect, it } from "vitest";

import {
  describeScope,
  type FeedScope,
  newScopeFields,
  scopeFieldsOf,
  scopeOf,
} from "../../../../web/features/feeds/feed-scope.ts";

const app = { platform: "ios", external_id: "1007843509", name: "Tamton" } as const;
const scopes: readonly (readonly [FeedScope, object, string])[] = [
  [{ kind: "mine", app: null, view: null }, { kind: "mine" }, "Your apps"],
  [{ kind: "rivals", app: null, view: null }, { kind: "rivals" }, "Competitors"],
  [
    { kind: "app", app, view: null },
    { kind: "app", app: { platform: "ios", external_id: "1007843509" } },
    "Tamton (App Store)",
  ],
  [
    { kind: "app", app: { ...app, platform: "android", external_id: "com.tamton", name: null }, view: null },
    { kind: "app", app: { platform: "android", external_id: "com.tamton" } },
    "com.tamton (Google Play)",
  ],
  [{ kind: "view", app: null, view: { id: 7, name: "Japan" } }, { kind: "view", view_id: 7 }, "View “Japan”"],
];

describe("the scope of a feed", () => {
  it.each(scopes)("%o is saved as %o, and is called %s", (scope, saved, name) => {
    expect(scopeOf(scopeFieldsOf(scope))).toEqual(saved);
    expect(describeScope(scope)).toBe(name);
  });

  it("is called a deleted view if its view is gone, and then has none to save", () => {
    const scope = { kind: "view", app: null, view: null } as const;

    expect(describeScope(scope)).toBe("A view that was deleted");
    expect(scopeOf(scopeFieldsOf(scope))).toEqual({ kind: "view" });
  });

  it("leaves out the app or the view that another kind had", () => {
    const fields = { "scope.kind": "rivals", "scope.app": "ios 1", "scope.view_id": "7" } as const;

    expect(scopeOf(fields)).toEqual({ kind: "rivals" });
    expect(scopeOf({ ...fields, "scope.kind": "app" })).toEqual({
      kind: "app",
      app: { platform: "ios", external_id: "1" },
    });
    expect(scopeOf({ ...fields, "scope.kind": "app", "scope.app": "" })).toEqual({ kind: "app" });
  });

  it("begins with the user's apps, or with the view that the address names", () => {
    expect(scopeOf(newScopeFields(0))).toEqual({ kind: "mine" });
    expect(scopeOf(newScopeFields(7))).toEqual({ kind: "view", view_id: 7 });
  });
});
