import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides, emptyResponses, failResponses, letThrough, patchResponses } from "./screen-states.ts";

const app = seededApp("ios", "tracked");
const reads = /\/api\/v1\//;
const appRead = new RegExp(`/api/v1/apps/ios/${app.externalId}$`);

/** Returns complaints besides those about requests that a test has aborted. */
function besidesAborted(complaints: readonly string[]): readonly string[] {
  return complaints.filter((text) => !text.includes("net::ERR_"));
}

describe("trouble in the dashboard", () => {
  it("without a connection is named on the screen, and Retry goes on there", async () => {
    const { page, context, complaints } = await openDashboard("/apps");
    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await page.getByText("No connection").waitFor();
    await page.getByText("The service cannot be reached.").waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("link", { name: app.name }).waitFor();
    expect(besidesAborted(complaints)).toEqual([]);
    await context.close();
  });

  it.each([
    [503, "The service is waking up"],
    [429, "Too many requests"],
  ])("of status %i shows its wait, and the screen loads by itself", async (status, title) => {
    const { page, context, complaints } = await openDashboard("/apps");
    await failResponses(page, reads, { status, detail: "Not now.", retryAfterSeconds: 3 });
    await page.reload();
    await page.getByText(title).waitFor();
    await page.getByText(/^Next attempt in \d seconds?\.$/).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await letThrough(page, reads);
    await page.getByRole("link", { name: app.name }).waitFor();
    expect(complaintsBesides(complaints, [status])).toEqual([]);
    await context.close();
  });

  it("at the login says how long to wait, or that there is no connection", async () => {
    const { page, context } = await openDashboard("/login", { account: null });
    await failResponses(page, /\/api\/session$/, { status: 429, detail: "Not now.", retryAfterSeconds: 600 });
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill("some password");
    await page.keyboard.press("Enter");
    await page.getByText("Too many attempts. Try again in 10 minutes.").waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.unrouteAll();
    await page.route("**/api/session", (route) => route.abort());
    await page.keyboard.press("Enter");
    await page.getByText("The service cannot be reached.").waitFor();
    await context.close();
  });

  it("with cookies is named at the login, instead of the login again", async () => {
    const { page, context } = await openDashboard("/login", { account: null });
    const account = await newAccount();
    await page.route("**/api/session", async (route) => {
      const response = await route.fetch();
      const { "set-cookie": _, ...headers } = response.headers();
      await context.clearCookies();
      await route.fulfill({ response, headers });
    });
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("textbox", { name: "Password" }).fill(account.password);
    await page.keyboard.press("Enter");
    await page.getByText("The browser blocks the cookies of this page.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("with a store that is closed for now is not shown as a fault of the service", async () => {
    const { page, context } = await openDashboard("/");
    await failResponses(page, /\/apps\/search\?/, {
      status: 503,
      type: "urn:shelfwatch:problem:store-unavailable",
      detail: "Requests to the App Store are paused by the operators.",
      retryAfterSeconds: 1_800,
    });
    await page.goto(`${dashboard.url}/dashboard/find?term=weather`);
    await page.getByText("The store is not accepting requests right now").waitFor();
    await page.getByText("Try again in 30 minutes.").waitFor();
    expect(await page.getByText("waking up").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("with the status of a sync is named beside what is known of the app", async () => {
    const { page, context } = await openDashboard("/apps");
    await failResponses(page, /\/sync-status$/, { status: 500, detail: "Not now." });
    await page.getByRole("link", { name: app.name }).click();
    await page.getByText("Not up to date: this could not be loaded. Not now.").waitFor();
    await page.getByRole("application", { name: /^Timeline/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await letThrough(page, /\/sync-status$/);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Not up to date").waitFor({ state: "detached" });
    await context.close();
  });

  it("with a page that is gone leads to the last one", async () => {
    const { page, context } = await openDashboard("/apps?page=999");
    await page.getByText("There is no page 999").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^Show page \d+$/ }).click();
    await page.getByRole("link", { name: app.name }).waitFor();
    await context.close();
  });

  it("of an app that is not known leads to another screen, as an address without a screen does", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/apps/ios/999999999999");
    await page.getByText("This app is not known yet").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Search a store" }).click();
    await page.getByRole("heading", { level: 1, name: "Find apps" }).waitFor();

    await goTo("/nowhere");
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaintsBesides(complaints, [404])).toEqual([]);
    await context.close();
  });

  it("of an app that has left the store is a mark beside what is known of it", async () => {
    const { page, context, goTo } = await openDashboard("/apps");
    await patchResponses(page, appRead, { is_available: false });
    await goTo(`${app.path}/listing`);
    await page.getByText("No longer in the store").waitFor();
    await page.getByText("characters").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("with the store's response says what to do about an empty one", async () => {
    const { page, context } = await openDashboard("/publishers");
    await emptyResponses(page, /\/store-apps\?/);
    await page.getByRole("table", { name: "Publishers" }).getByRole("link").first().click();
    await page.getByRole("button", { name: "Show all apps" }).click();
    await page.getByText("The store lists no app of this publisher here. Choose another country.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("with pictures leaves letters and words in their places", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/settings");
    await page.route(`${dashboard.simulatorUrl}/**`, (route) => route.abort());
    await goTo(`${app.path}/listing`);
    await page
      .getByText(/^Screenshot 1 for .*: no picture$/)
      .first()
      .waitFor();
    await expect.poll(() => page.locator("header img").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(besidesAborted(complaints)).toEqual([]);
    await context.close();
  });

  it("with the browser's storage leaves the choice of colours to the page", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/settings");
    await page.addInitScript(
      `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("No.", "SecurityError"); } });`,
    );
    await goTo("/apps");
    await page.getByText("Dark", { exact: true }).first().click();
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.getByRole("link", { name: app.name }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("with scripts leads to the documentation", async () => {
    const { page, context } = await openDashboard("/apps", { account: null, javaScriptEnabled: false });
    const link = page.locator("noscript").locator("a");
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe("/api/documentation");
    await context.close();
  });

  it("with markup in a store's texts is none: they are shown as they are", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/apps");
    const title = "<img src=x onerror=\"complain('ran')\"><b>Bold</b>";
    await patchResponses(page, appRead, { name: title });
    await patchResponses(page, /\/listing\?/, { title, description: title });
    await goTo(`${app.path}/listing`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByRole("main").getByText(title).nth(1).waitFor();
    expect(await page.getByText("Bold", { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
