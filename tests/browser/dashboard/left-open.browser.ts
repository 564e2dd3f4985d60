import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
/** Longer than a read counts as new. */
const LATER = "01:01";
const FEEDS_LATER = "05:01";

/** Counts the requests of an operation from now on. */
function countRequests(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}

/** Dispatches the event by which a browser says that its reader is back on the tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

describe("a screen that is left open", () => {
  it("is read again when its reader comes back to it, or says of when it is", async () => {
    const { page, context, goTo } = await openDashboard(null);
    await page.clock.install();
    await goTo("/apps");
    await page.getByRole("link", { name: app.name }).waitFor();
    const reads = countRequests(page, /\/api\/v1\/apps\?/);
    await comeBack(page);
    expect(reads()).toBe(0);

    await page.clock.fastForward(LATER);
    const readAgain = page.waitForResponse(/\/api\/v1\/apps\?/);
    await comeBack(page);
    await (await readAgain).finished();
    expect(reads()).toBe(1);

    await context.setOffline(true);
    await page.clock.fastForward(LATER);
    await comeBack(page);
    const notice = page.getByText(/This device is offline. This data was loaded at \d\d:\d\d\./);
    // The read is repeated before it counts as failed.
    await expect.poll(() => page.clock.runFor(2_000).then(() => notice.isVisible())).toBe(true);
    await page.getByRole("link", { name: app.name }).waitFor();
    await context.close();
  });

  it("reads its changes again by itself", async () => {
    const { page, context, goTo } = await openDashboard(null);
    await page.clock.install();
    await goTo("/");
    await page.getByRole("heading", { name: "Tracked apps" }).waitFor();
    await page.waitForLoadState("networkidle");
    const events = countRequests(page, /\/api\/v1\/events\?/);
    await page.clock.fastForward(FEEDS_LATER);

    await expect.poll(events).toBeGreaterThan(0);
    await context.close();
  });
});
