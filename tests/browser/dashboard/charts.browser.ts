import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { holdResponses } from "./screen-states.ts";
import { walkScreens } from "./walk-screens.ts";
import { rankingsTab } from "./walks/app-tabs.ts";
import { explorerScreens, storeScreens } from "./walks/store-screens.ts";

const tracked = seededApp("ios", "tracked");
/** More presses of Tab than the calendar has stops. */
const TABS = 6;

async function openFirstOfChart(page: Page): Promise<void> {
  const firstApp = page.getByRole("table", { name: "Chart by rank" }).getByRole("rowheader").first();
  await firstApp.getByRole("link").first().click();
}

/** The field that filters its list, which takes the place of a plain list when its code has come. */
function categoryField(page: Page): Locator {
  return page.getByRole("combobox", { name: "Category" }).and(page.locator("input"));
}

/** Returns whether the focus is where neither `aria-hidden` nor `inert` hides it. */
function isFocusShown(page: Page): Promise<boolean> {
  return page.evaluate("document.activeElement.closest('[aria-hidden=true], [inert]') === null");
}

describe("charts, publishers and the explorer of the dashboard", () => {
  it("show charts and publishers in every state", async () => {
    await walkScreens(storeScreens({ tracked, competitor: seededApp("ios", "competitor") }));
  });

  it("show the ranks of a charted app in every state", async () => {
    const { page, context } = await openDashboard("/charts?view=chart");
    await openFirstOfChart(page);
    await page.getByRole("figure").getByRole("application").waitFor();
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    const { pathname, search } = new URL(page.url());
    await context.close();
    await walkScreens([rankingsTab(pathname.replace("/dashboard", "") + search, title)]);
  });

  it("show the explorer in every state, on a phone in the dark", async () => {
    await walkScreens(explorerScreens(), { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  });

  it("lead from a chart to an app's ranks over time, which the keyboard reads", async () => {
    const { page, context, complaints } = await openDashboard("/charts?view=chart");
    await openFirstOfChart(page);
    const figure = page.getByRole("figure");
    const plot = figure.getByRole("application");
    await plot.focus();
    await page.keyboard.press("End");
    const spoken = figure.locator("[aria-live=polite]");
    await expect.poll(() => spoken.innerText()).toMatch(/^\d+ \w+ \d{4}: .*United States \d/);
    await figure.getByRole("button", { name: "Show table" }).click();
    await figure.getByRole("table").waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const when = page.getByRole("search", { name: "Scope" }).getByRole("button", { name: /^When/ });
    await when.click();
    await page.getByRole("option", { name: "Last 30 days" }).click();
    await page.waitForURL(/days=30/);
    await page.reload();
    await when.getByText("Last 30 days").waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/view=chart/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("track an app of a chart in its place, mark it, and show one category of the chart", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/charts?view=chart", {
      account: await newAccount(),
    });
    const chart = page.getByRole("table", { name: "Chart by rank" });
    const button = page.getByRole("button", { name: /^Track / });
    const row = chart.getByRole("row").filter({ has: button }).first();
    const track = row.getByRole("button", { name: /^Track / });
    const name = ((await track.getAttribute("aria-label")) ?? "").slice("Track ".length);
    const category = await row.getByRole("cell").nth(2).innerText();
    await track.click();
    await chart.getByRole("button", { name: `Untrack ${name}`, exact: true }).waitFor();
    await chart.getByText("Tracked", { exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const whole = await chart.getByRole("row").count();
    await page.getByLabel("Apps of").selectOption(category);
    await expect.poll(() => chart.getByRole("row").count()).toBeLessThan(whole);
    await page.waitForURL(/only=/);
    expect(await chart.getByText("Tracked", { exact: true }).count()).toBe(1);

    await goTo("/publishers");
    await page.getByRole("table", { name: "Publishers" }).locator("img").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("choose a category by typing and a day by the calendar, and keep both in the address", async () => {
    const { page, context, complaints } = await openDashboard("/charts");
    const category = categoryField(page);
    // The list of all categories is one of the last reads.
    await page.waitForLoadState("networkidle");
    await category.fill("weath");
    await page.getByRole("option", { name: "Weather" }).click();
    await page.waitForURL(/category=\d/);

    await page
      .getByRole("group", { name: "To" })
      .getByRole("button", { name: /Calendar/ })
      .click();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("button", { name: / 15, / }).first().click();
    await page.waitForURL(/date=\d{4}-\d{2}-15/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has("date"));
    await expect.poll(() => category.inputValue()).toBe("Weather");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keep the plain list of categories while it is in use, and what was chosen in it", async () => {
    const { page, context, complaints } = await openDashboard("/publishers");
    const release = await holdResponses(page, /\/assets\/combo-box-field-/);
    await page.goto(`${dashboard.url}/dashboard/charts`);
    const plain = page.getByRole("combobox", { name: "Category" }).and(page.locator("select"));
    await plain.getByText("Weather").waitFor({ state: "attached" });
    await plain.focus();
    await release();
    // Its code needs more files, which are requested once the first is there.
    await page.waitForLoadState("networkidle");
    await plain.selectOption("Weather");
    await page.waitForURL(/category=\d/);
    expect(await plain.and(page.locator(":focus")).count()).toBe(1);

    await page.keyboard.press("Tab");
    expect(await categoryField(page).inputValue()).toBe("Weather");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keep an open list and an open calendar within WCAG, and the focus out of what they hide", async () => {
    const { page, context, complaints } = await openDashboard("/charts");
    await page.getByRole("table", { name: "Climbed" }).waitFor();
    await page.waitForLoadState("networkidle");
    const category = categoryField(page);
    const option = page.getByRole("option", { name: "Weather" });
    for (const key of ["Tab", "Shift+Tab"]) {
      await category.click();
      await option.waitFor();
      // The list hides the page from screen readers only, and closes before Tab leads back there.
      expect(await violationsOf(page, { besides: ["aria-hidden-focus"] })).toEqual([]);
      await page.keyboard.press(key);
      await option.waitFor({ state: "detached" });
      await expect.poll(() => isFocusShown(page)).toBe(true);
      expect(await page.locator(":focus").and(category).count()).toBe(0);
      // The next field may have opened its own list.
      await page.keyboard.press("Escape");
    }
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await violationsOf(page)).toEqual([]);

    const day = page.getByRole("group", { name: "To" });
    await day.getByRole("button", { name: /Calendar/ }).click();
    const calendar = page.getByRole("dialog");
    await calendar.getByRole("grid").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    for (let presses = 0; presses < TABS; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await calendar.locator(":focus").count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "detached" });
    await expect.poll(() => day.locator(":focus").count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("track chosen apps of a publisher, and say so", async () => {
    const { platform, publisher } = tracked;
    const path = `/publishers/${platform}/${publisher.externalId}`;
    const { page, context, complaints } = await openDashboard(path, { account: await newAccount() });
    await page.getByRole("button", { name: "Show all apps" }).click();
    const table = page.getByRole("table", { name: "Apps in the store" });
    await table.waitFor();
    expect(page.url()).toContain("store=1");
    await table.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Track 1 app" }).click();
    await page.getByText("1 app tracked. Their first sync is queued.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
