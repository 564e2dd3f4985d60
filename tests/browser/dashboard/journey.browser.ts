import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { appTabPath } from "../../../web/format/app-path.ts";
import { clearLimits, dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const TABS_MAX = 60;
const SYNC_MS_MAX = 180_000;
/** Nearly what a scraper waits. */
const PAGE_MS = 8_000;

/** Presses Tab until the element of this name has the focus, and sees that the focus is visible there. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press("Tab");
    const focused: { name: string; outline: string } = await page.evaluate(`(() => {
      const element = document.activeElement;
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText ?? "";
      return { name: label.trim(), outline: getComputedStyle(element).outlineStyle };
    })()`);
    if (focused.name !== name) continue;
    expect(focused.outline, name).not.toBe("none");
    return;
  }
  throw new Error(`No element “${name}” was reached by the keyboard.`);
}

/** Has the store take its time for the pages of an app. Returns what ends that. */
async function slowDown(appId: string): Promise<() => Promise<void>> {
  const faults = `${dashboard.simulatorUrl}/__simulator/faults`;
  const fault = { match: { kind: "page", appId }, latencyMs: PAGE_MS };
  const response = await fetch(faults, { method: "POST", body: JSON.stringify(fault) });
  expect(response.ok).toBe(true);
  return async () => {
    expect((await fetch(faults, { method: "DELETE" })).ok).toBe(true);
  };
}

describe("a newcomer's journey", () => {
  it("goes from registering over a sync, a listing, a diff and prices to a competitor and the logout", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/register", { account: null });
    const { newcomer, changing, priced } = dashboard.cast;
    const rival = seededApp("ios", "competitor", 1);
    await clearLimits();
    const speedUp = await slowDown(newcomer.externalId);
    await page.getByLabel("Name").fill("Katherine Johnson");
    await page.getByLabel("Email").fill(`${randomUUID()}@example.com`);
    await page.getByLabel("Password").fill("a long password");
    await page.keyboard.press("Enter");
    await page.getByText("Track your first app").waitFor();

    await page.getByRole("link", { name: "Search a store" }).click();
    await page.getByLabel("App or brand").fill(newcomer.term);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Track ${newcomer.name}` }).click();
    await page.getByRole("button", { name: `Untrack ${newcomer.name}` }).waitFor();
    await page.getByRole("main").getByRole("link", { name: newcomer.name }).click();

    await page.getByRole("heading", { level: 1, name: newcomer.name }).waitFor();
    const tabs = page.getByRole("navigation", { name: "App", exact: true });
    await tabs.getByRole("link", { name: "Listing" }).waitFor();
    await page.getByRole("progressbar").waitFor();
    await speedUp();
    await page.getByRole("progressbar").waitFor({ state: "detached", timeout: SYNC_MS_MAX });
    await page.getByText(/^Updated (just now|\d+ minutes? ago)$/).waitFor();

    const own = `/apps/${newcomer.platform}/${newcomer.externalId}`;
    const listed = { platform: newcomer.platform, external_id: newcomer.externalId };
    await goTo(appTabPath(listed, "listing", { locale: "de-DE" }));
    await page.locator('[lang="de-DE"]').first().waitFor();

    const differences = { view: "differences", before: changing.before, at: changing.after };
    await goTo(appTabPath({ platform: changing.platform, external_id: changing.externalId }, "listing", differences));
    await page.getByRole("main").locator("ins").first().waitFor();
    await tabs.getByRole("link", { name: "Prices and availability" }).click();
    await page.getByRole("heading", { name: /^Available in / }).waitFor();
    await goTo(`/apps/${priced.platform}/${priced.externalId}/storefronts`);
    await page.getByRole("main").getByRole("figure").first().waitFor();

    await goTo(`${own}/competitors`);
    await page.getByLabel("Search the App Store").fill(rival.name);
    await page.keyboard.press("Enter");
    await page
      .getByRole("button", { name: new RegExp(`Add .*${rival.name}`) })
      .first()
      .click();
    await page.getByRole("row", { name: new RegExp(rival.name) }).waitFor();
    await goTo("/competitors");
    await page.getByRole("link", { name: rival.name }).waitFor();

    await page.getByRole("button", { name: "Log out" }).first().click();
    await page.waitForURL(/\/dashboard\/login/);
    // The listing is read before the first sync has stored it.
    expect(complaintsBesides(complaints, [401, 404])).toEqual([]);
    await context.close();
  });

  it("is made by the keyboard alone from the login to a tracked app, and back", async () => {
    const { page, context } = await openDashboard("/login", { account: null });
    const account = await newAccount();
    await page.getByLabel("Email").focus();
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.getByText("Track your first app").waitFor();

    await tabTo(page, "Search a store");
    await page.keyboard.press("Enter");
    await page.getByLabel("App or brand").waitFor();
    await tabTo(page, "App or brand");
    await page.keyboard.type("weather");
    await page.keyboard.press("Enter");
    const track = page.getByRole("button", { name: /^Track / }).first();
    await track.waitFor();
    await tabTo(page, (await track.getAttribute("aria-label")) ?? "");
    await page.keyboard.press("Enter");

    const untrack = page.getByRole("button", { name: /^Untrack / }).first();
    await untrack.waitFor();

    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Untrack" }).press("Enter");
    await untrack.waitFor({ state: "detached" });
    await context.close();
  });
});
