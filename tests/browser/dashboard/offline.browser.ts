import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
const android = seededApp("android", "tracked");

/** Runs in the page, which loads the code of messages after a while. */
const areMessagesLoaded = `(async () => {
  const script = performance.getEntriesByType("resource").find(({ name }) => /\\/toast-region-.*\\.js$/.test(name));
  if (script === undefined) return false;
  await import(script.name);
  return [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet !== null);
})()`;

describe("a dashboard without a connection", () => {
  it("says so in place of a screen that is not loaded yet, and opens it when the network is back", async () => {
    const { page, context } = await openDashboard("/apps");
    await page.getByRole("link", { name: app.name }).waitFor();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Charts" }).first().click();
    await page.getByText("This screen has not been loaded yet.").waitFor();
    expect(await page.getByText("A new version is available").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("This screen has not been loaded yet.").waitFor();

    await context.setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
    await context.close();
  });

  it("says that a filter was not applied, and applies it when the network is back", async () => {
    const { page, context } = await openDashboard("/apps");
    await page.getByRole("link", { name: app.name }).waitFor();
    await context.setOffline(true);
    await page.getByLabel("Store").selectOption("Google Play");
    await page.getByText("This device is offline.").waitFor();
    expect(await page.getByRole("link", { name: app.name }).count()).toBe(0);

    await context.setOffline(false);
    await page.getByRole("link", { name: android.name }).waitFor();
    await page.getByText("This device is offline.").waitFor({ state: "detached" });
    await context.close();
  });

  it("says that what a button was to do was not done", async () => {
    const { page, context } = await openDashboard(app.path);
    const button = page.getByRole("button", { name: "Sync now" });
    await button.waitFor();
    await expect.poll(() => page.evaluate(areMessagesLoaded)).toBe(true);
    await context.setOffline(true);
    await button.click();
    await page.getByText("This device is offline.").waitFor();
    await context.close();
  });
});
