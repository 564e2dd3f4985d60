import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");

function focusedText(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.innerText ?? ''");
}

describe("the dashboard by keyboard", () => {
  it("leaves the focus in the tabs of an app, and gives it to the heading of another screen", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}/listing`);
    await page.getByText("characters").first().waitFor();
    const tabs = page.getByRole("navigation", { name: "App", exact: true });
    await tabs.getByRole("link", { name: "Changes" }).press("Enter");
    await page.waitForURL(/\/changes$/);
    await tabs
      .getByRole("link", { name: "Changes", includeHidden: false })
      .and(page.locator("[aria-current]"))
      .waitFor();
    expect(await focusedText(page)).toBe("Changes");
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toBe("Ratings");

    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Charts" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
    await expect.poll(() => focusedText(page)).toBe("Charts");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("passes a long list without opening it, which a key, a press and typing do", async () => {
    const { page, context, complaints } = await openDashboard("/charts");
    const category = page.getByRole("combobox", { name: "Category" }).and(page.locator("input"));
    await category.waitFor();
    await page.getByLabel("Chart", { exact: true }).focus();
    await page.keyboard.press("Tab");
    expect(await category.and(page.locator(":focus")).count()).toBe(1);
    expect(await category.getAttribute("aria-expanded")).toBe("false");

    await page.keyboard.press("ArrowDown");
    await expect.poll(() => category.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    await category.click();
    await expect.poll(() => category.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    await page.keyboard.type("weath");
    await page.getByRole("option", { name: "Weather" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("reaches the sync of an app before what ends its tracking", async () => {
    const { page, context } = await openDashboard(app.path);
    await page.getByRole("button", { name: "Sync now" }).focus();
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toBe("Untrack");
    await context.close();
  });
});
