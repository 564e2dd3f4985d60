import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
/** Feeds, a table and plots. */
const screens = ["/", "/apps", "/changes/all", app.path, `${app.path}/changes`, `${app.path}/ratings`];
/** A screen of 1,280 px at 200 % has this many CSS pixels. */
const ZOOMED = { width: 640, height: 400 };

/** Longer than a store allows, in one word, and in a script without spaces. */
const longNames = ["Donaudampfschifffahrts".repeat(6), "あなたの毎日の家計簿".repeat(12)];

/** Returns the cells whose content is wider than they are, and the frames that hide a part of their table. */
const hiddenParts = `[...document.querySelectorAll("th, td, section:has(> table)")]
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.innerText.slice(0, 40))`;

describe("the dashboard's appearance", () => {
  it("keeps long names in their column, and all others in sight", async () => {
    const { page, context, goTo } = await openDashboard("/settings");
    await page.route(/\/api\/v1\/charts/, async (route) => {
      const response = await route.fetch();
      let place = 0;
      const longer = () => `"app_name":"${longNames[place++ % longNames.length]}"`;
      const body = (await response.text()).replaceAll(/"app_name":"[^"]*"/g, longer);
      await route.fulfill({ response, body });
    });
    for (const path of ["/charts", "/charts?view=chart"]) {
      await goTo(path);
      await page
        .getByRole("link", { name: longNames[0] ?? "" })
        .first()
        .waitFor();
      expect(await page.evaluate(hiddenParts), path).toEqual([]);
    }
    await context.close();
  });

  it("renders its navigation once, beside the screen or in a menu", async () => {
    const { page, context } = await openDashboard("/apps");
    const navigations = page.locator("nav[aria-label=Dashboard]");
    expect(await navigations.count()).toBe(1);
    await page.setViewportSize({ width: 500, height: 800 });
    await page.getByText("Menu", { exact: true }).click();
    const charts = page.getByRole("link", { name: "Charts" });
    await charts.waitFor();
    expect(await navigations.count()).toBe(1);
    await charts.click();
    await charts.waitFor({ state: "hidden" });
    await context.close();
  });

  it("closes the menu of a narrow window behind a saved view of the same screen", async () => {
    const { page, context } = await openDashboard("/changes/all", { viewport: { width: 500, height: 800 } });
    await page.getByText("Menu", { exact: true }).click();
    const view = page.getByRole("link", { name: "Changes in Japan" });
    await view.click();
    await page.waitForURL(/country=jp/);
    await view.waitFor({ state: "hidden" });
    await context.close();
  });

  it("fits 200 % zoom, without scrolling sideways and within WCAG", async () => {
    const options = { viewport: ZOOMED, deviceScaleFactor: 2 };
    const { page, context, complaints, goTo } = await openDashboard(screens[0], options);
    for (const path of screens) {
      await goTo(path);
      await page
        .getByText(path === "/" ? "Last synced" : app.name)
        .first()
        .waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(ZOOMED.width);
      expect(await violationsOf(page), path).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
