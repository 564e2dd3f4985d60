import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const INVALID = 422;

const app = seededApp("ios", "tracked");
const other = seededApp("ios", "tracked", 1);

const part = (page: Page, name: RegExp) => page.getByRole("search", { name: "Scope" }).getByRole("button", { name });

async function choose(page: Page, name: RegExp, option: string | RegExp): Promise<void> {
  await part(page, name).click();
  await page.getByRole("option", { name: option }).first().click();
}

describe("the scope above each screen", () => {
  it("of Japan is its storefront and its language, and follows from screen to screen", async () => {
    const { page, context, complaints } = await openDashboard("/changes/all");
    const events = page.waitForRequest(/\/api\/v1\/events\?.*country_code=jp/);
    await choose(page, /^Where/, "Japan");
    expect(new URL((await events).url()).searchParams.get("locale")).toBe("ja");

    const feed = page.waitForRequest(/\/api\/v1\/events\?.*country_code=jp/);
    const apps = page.waitForRequest(/\/api\/v1\/apps\?.*country_code=jp/);
    await page.getByRole("link", { name: "Today", exact: true }).click();
    expect(new URL((await feed).url()).searchParams.get("locale")).toBe("ja");
    await apps;

    const chart = page.waitForRequest(/\/api\/v1\/charts\/movers\?.*country_code=jp/);
    await page.getByRole("link", { name: "Charts", exact: true }).click();
    await chart;

    await page.getByRole("link", { name: "Apps", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Apps" }).waitFor();
    await part(page, /^Where Japan/).waitFor();
    const overview = page.waitForRequest(/\/overview\?.*country_code=jp/);
    await page.getByRole("link", { name: app.name }).first().click();
    await overview;

    const listing = page.waitForRequest(/\/listing\?.*country_code=jp/);
    await page.getByRole("link", { name: "Listing", exact: true }).click();
    await listing;
    await page.locator('[lang="ja"]').first().waitFor();
    await part(page, /^Where Japan/).waitFor();

    const ofApp = page.waitForRequest(/\/api\/v1\/events\?.*country_code=jp/);
    const tabs = page.getByRole("navigation", { name: "App", exact: true });
    await tabs.getByRole("link", { name: "Changes" }).click();
    expect(new URL((await ofApp).url()).searchParams.get("locale")).toBe("ja");
    await page.reload();
    await part(page, /^Where Japan/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has the same days on the overview, in the changes and in the ratings", async () => {
    const { page, context, complaints } = await openDashboard(app.path);
    const overview = page.waitForRequest(/\/overview\?days=37/);
    await choose(page, /^When/, "Last 30 days");
    await overview;
    const events = page.waitForRequest(/\/api\/v1\/events\?.*from=/);
    const tabs = page.getByRole("navigation", { name: "App", exact: true });
    await tabs.getByRole("link", { name: "Changes" }).click();
    await events;
    await tabs.getByRole("link", { name: "Ratings" }).click();
    await part(page, /^When Last 30 days/).waitFor();
    expect(new URL(page.url()).searchParams.get("days")).toBe("30");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows the first page of the new events after a change", async () => {
    const { page, context, complaints } = await openDashboard("/?events=2&page=2");
    await choose(page, /^When/, "Last 30 days");
    await page.waitForURL((url) => url.search === "?days=30");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leaves out a competitor that was removed", async () => {
    const { page, context, complaints } = await openDashboard(
      `${app.path}?rivals=${app.externalId}:${other.externalId}`,
    );
    await page.getByRole("heading", { name: "What changed, and what followed" }).waitFor();
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("goes to the same tab of another app, and keeps the rest", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}/storefronts?country=de`);
    await choose(page, new RegExp(`^App ${app.name}`), new RegExp(`^${other.name}`));
    await page.waitForURL(`${dashboard.url}/dashboard${other.path}/storefronts?country=de`);
    await page.getByRole("heading", { level: 1, name: other.name }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is chosen by keyboard, and gives the focus back", async () => {
    const { page, context, complaints } = await openDashboard(app.path);
    await part(page, /^Where/).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("searchbox", { name: "Filter: Countries" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type("germ");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/country=de/);
    await expect
      .poll(() =>
        part(page, /^Where Germany/)
          .and(page.locator(":focus"))
          .count(),
      )
      .toBe(1);

    await part(page, /^With/).press("Enter");
    await page.getByRole("listbox", { name: "Competitors" }).waitFor();
    await page.keyboard.press(" ");
    await page.waitForURL(/rivals=/);
    await page.keyboard.press("Escape");
    await expect
      .poll(() =>
        part(page, /^With \d competitors?/)
          .and(page.locator(":focus"))
          .count(),
      )
      .toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leaves the old address of a listing valid", async () => {
    const { page, context } = await openDashboard(`${app.path}?locale=ja&country=jp`);
    await page.waitForURL((url) => url.pathname.endsWith("/listing") && url.searchParams.get("locale") === "ja");
    await page.getByText("characters").first().waitFor();
    await context.close();
  });
});
