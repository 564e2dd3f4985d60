import { describe, expect, it, vi } from "vitest";

import { isPublic } from "../../../web/shell/public-paths.ts";
import { loadScreenAt, routes } from "../../../web/shell/routes.ts";

describe("the routes of the dashboard", () => {
  it("show a login and a registration to who is not logged in, and nothing else", () => {
    const paths = ["/dashboard/login", "/dashboard/register", "/dashboard", "/dashboard/apps/ios/1", "/login"];

    expect(paths.map(isPublic)).toEqual([true, true, false, false, false]);
  });

  it.each([
    ["/dashboard", "/"],
    ["/dashboard/", "/"],
    ["/dashboard/charts", "/charts"],
    ["/dashboard/apps/android/com.example.app", "/apps/:platform/:externalId/:tab?"],
    ["/dashboard/apps/ios/1/ratings", "/apps/:platform/:externalId/:tab?"],
  ])("load the screen at %s, and no other", async (pathname, path) => {
    const loaded = routes.map((route) => ({
      path: route.path,
      load: vi.spyOn(route.Screen, "load").mockResolvedValue(undefined),
    }));

    await loadScreenAt(pathname);

    expect(loaded.filter(({ load }) => load.mock.calls.length > 0).map((each) => each.path)).toEqual([path]);
    for (const { load } of loaded) load.mockRestore();
  });

  it("load the tab of an app with its frame, and no other tab", async () => {
    const { appTabs } = await import("../../../web/screens/app/app-tabs.ts");
    const loaded = appTabs.flatMap((tab) =>
      tab.load === undefined
        ? []
        : [{ ...tab, spy: vi.spyOn(tab as Required<typeof tab>, "load").mockResolvedValue(undefined) }],
    );

    await loadScreenAt("/dashboard/apps/ios/1/ratings");

    expect(loaded.filter(({ spy }) => spy.mock.calls.length > 0).map(({ path }) => path)).toEqual(["ratings"]);
    for (const { spy } of loaded) spy.mockRestore();
  });

  it("load nothing at an address without a screen", async () => {
    await expect(loadScreenAt("/dashboard/nothing/here")).resolves.toBeUndefined();
  });
});
