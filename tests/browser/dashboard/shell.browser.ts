import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { appTabPath } from "../../../web/format/app-path.ts";
import { violationsOf } from "./accessibility.ts";
import { clearLimits, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";
import { walkScreens } from "./walk-screens.ts";
import { listingTabs } from "./walks/app-tabs.ts";

const tracked = seededApp("ios", "tracked");

async function fillLogin(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
}

describe("the entry to the dashboard", () => {
  it("registers a newcomer by keyboard, says what is wrong in its field, and comes home", async () => {
    const opened = await openDashboard("/register", { account: null });
    const { page, context, complaints, goTo } = opened;
    await clearLimits();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Name").fill("Ada");
    await fillLogin(page, { email: `${crypto.randomUUID()}@example.com`, password: "short" });
    await page.getByText("must be at least 8 characters").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("password");
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Show the typed text" }).click();
    expect(await page.getByRole("textbox", { name: "Password" }).getAttribute("type")).toBe("text");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Hide the typed text" }).click();
    const password = page.getByRole("textbox", { name: "Password" });
    expect(await password.getAttribute("type")).toBe("password");
    await password.press("End");
    await page.keyboard.type(" but longer now");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await goTo("/apps");
    await page.getByText("You do not track any apps yet").waitFor();
    expect(await page.getByRole("main").getByLabel("Store").count()).toBe(0);
    expect(complaintsBesides(complaints, [422])).toEqual([]);
    await context.close();
  });

  it("[ACC-4] says that registration is closed where the page or the service says so", async () => {
    const { page, context, goTo } = await openDashboard("/register", { account: null });
    await page.route("**/api/session/registration", (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "urn:shelfwatch:problem:registration-closed",
          title: "Forbidden",
          status: 403,
          detail: "Registration is closed. The operator of this service creates the accounts.",
        }),
      }),
    );
    await page.getByLabel("Name").fill("Ada");
    await fillLogin(page, { email: "ada@example.com", password: "correct horse battery" });
    await page.getByRole("alert").getByText("Registration is closed.").waitFor();

    await page.route("**/dashboard/{login,register}", async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({ body: html.replace("</head>", '<meta name="registration" content="closed" /></head>') });
    });
    await goTo("/register");
    await page.getByRole("heading", { level: 1, name: "Registration is closed" }).waitFor();
    expect(await page.getByRole("button", { name: "Register" }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Log in" }).click();
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    expect(await page.getByRole("link", { name: "Register" }).count()).toBe(0);
    await context.close();
  });

  it("offers to reload when a new version has replaced the page's files", async () => {
    const { page, context } = await openDashboard("/apps");
    await page.route("**/assets/charts-screen-*", (route) => route.fulfill({ status: 404, body: "{}" }));
    await page.getByRole("link", { name: "Charts" }).first().click();
    await page.getByText("A new version is available").waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.unrouteAll();
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
    await context.close();
  });
});

describe("an app in the dashboard", () => {
  it("shows its listing, its differences, its facts and its versions in every state", async () => {
    await walkScreens(listingTabs({ tracked, competitor: seededApp("ios", "competitor") }));
  });

  it.each([
    { colorScheme: "light", viewport: { width: 1280, height: 800 } },
    { colorScheme: "dark", viewport: { width: 360, height: 780 } },
  ] as const)(
    "keeps its state in the address, and fits $viewport.width px in $colorScheme colours",
    async (options) => {
      const { page, context, goTo, complaints } = await openDashboard(appTabPath(tracked.id, "listing"), options);
      await page.getByText("characters").first().waitFor();
      await goTo(appTabPath(tracked.id, "listing", { at: "2020-01-01" }));
      await page.getByText("Not known on this day").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.reload();
      await page.getByText("Not known on this day").waitFor();
      await page.goBack();
      await page.getByText("characters").first().waitFor();

      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.viewport.width);
      expect(complaintsBesides(complaints, [404])).toEqual([]);
      await context.close();
    },
  );
});
