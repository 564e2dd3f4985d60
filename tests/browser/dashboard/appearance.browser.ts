import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
/** A feed, a table and plots. */
const screens = ["/", "/apps", `${app.path}/ratings`];
/** A screen of 1,280 px at 200 % has this many CSS pixels. */
const ZOOMED = { width: 640, height: 400 };

describe("the dashboard's appearance", () => {
  it.each([
    ["a phone, dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
    ["a phone, light", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
    ["a desk, dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
    ["200 % zoom", { viewport: ZOOMED, deviceScaleFactor: 2, colorScheme: "light" }],
  ] as const)("fits %s, without scrolling sideways and within WCAG", async (_, options) => {
    const { page, context, complaints, goTo } = await openDashboard(screens[0], options);
    for (const path of screens) {
      await goTo(path);
      await page
        .getByText(path === "/" ? "Failed syncs" : app.name)
        .first()
        .waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(options.viewport.width);
      expect(await violationsOf(page), path).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
