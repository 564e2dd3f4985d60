import { describe, expect, it } from "vitest";

import { appTabPath } from "../../../../web/format/app-path.ts";
import { movedAddress } from "../../../../web/screens/app/former-tabs.ts";

const app = { platform: "android", external_id: "com.example/a" } as const;
const moved = (tab: string, search = "") =>
  movedAddress({ platform: app.platform, externalId: app.external_id, tab, search });

describe("the address of a former tab", () => {
  it.each([
    ["diff", appTabPath(app, "listing", { view: "differences" })],
    ["facts", appTabPath(app, "listing", { view: "facts" })],
    ["versions", appTabPath(app, "changes", { view: "versions" })],
    ["prices", appTabPath(app, "storefronts")],
    ["availability", appTabPath(app, "storefronts")],
    ["rivals", appTabPath(app, "competitors")],
  ])("…/%s leads to the tab that took it over", (tab, address) => {
    expect(moved(tab)).toBe(address);
  });

  it("keeps its choices, under the names that they have now", () => {
    expect(moved("diff", "?kind=days&from=2026-03-01&to=2026-03-09")).toBe(
      appTabPath(app, "listing", { view: "differences", kind: "days", before: "2026-03-01", at: "2026-03-09" }),
    );
    expect(moved("prices", "country=de")).toBe(appTabPath(app, "storefronts", { country: "de" }));
  });

  it("is that of the listing for its choices without a tab, which was the first one", () => {
    expect(moved("", "?at=2026-03-09&locale=de-DE")).toBe(
      appTabPath(app, "listing", { at: "2026-03-09", locale: "de-DE" }),
    );
    expect(moved("", "?country=de")).toBeUndefined();
  });

  it("is none for tabs of today and for unknown ones", () => {
    expect(["", "changes", "storefronts", "toString", "nothing"].map((tab) => moved(tab))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
