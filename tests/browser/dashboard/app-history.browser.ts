import { describe, expect, it } from "vitest";

import { appTabPath } from "../../../web/format/app-path.ts";
import { violationsOf } from "./accessibility.ts";
import { logIn, signedInApi } from "./fixture/accounts.ts";
import { dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { failResponses, letThrough } from "./screen-states.ts";
import { walkScreens } from "./walk-screens.ts";
import { figureTabs, textTabs } from "./walks/app-tabs.ts";

const tracked = seededApp("ios", "tracked");
const android = seededApp("android", "tracked");
const competitor = seededApp("ios", "competitor");
const changing = { platform: dashboard.cast.changing.platform, external_id: dashboard.cast.changing.externalId };

describe("the history of an app in the dashboard", () => {
  it("shows ratings, prices and availability in every state", async () => {
    await walkScreens(figureTabs({ tracked }));
  });

  it("shows changes, keywords and competitors in every state", async () => {
    await walkScreens(textTabs({ tracked, competitor }));
  });

  it("compares no keywords while the app's own cannot be read", async () => {
    const { page, context, goTo } = await openDashboard();
    const ownKeywords = new RegExp(`${tracked.externalId}/keywords\\?`);
    await failResponses(page, ownKeywords, { status: 500, detail: "Not now." });
    await goTo(`${tracked.path}/keywords`);
    await page.getByRole("checkbox", { name: competitor.name }).check();
    await page.getByText("Not now.").first().waitFor();
    expect(await page.getByText("Only competitors use").count()).toBe(0);

    await letThrough(page, ownKeywords);
    await page.getByRole("button", { name: "Retry" }).first().click();
    await page.getByText("Only competitors use").waitFor();
    await context.close();
  });

  it("keeps filters in the address, by reload and by back", async () => {
    const { page, context, complaints } = await openDashboard(`${tracked.path}/changes`);
    const show = page.getByLabel("Weight", { exact: true });
    await show.selectOption("notable");
    await page.waitForURL(/weight=notable/);
    await page.reload();
    expect(await show.inputValue()).toBe("notable");
    await page.goBack();
    await expect.poll(() => show.inputValue()).toBe("");

    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says which languages show the text of another one, and beside a listing whose text readers see", async () => {
    const { page, context, complaints, goTo } = await openDashboard(
      appTabPath(tracked.id, "listing", { view: "languages" }),
    );
    await page.getByRole("button", { name: /^Show all \d+ languages$/ }).click();
    const row = page.getByRole("row", { name: "Shows American English (en-US)" }).first();
    const language = await row.getByRole("rowheader").textContent();
    const locale = /\(([^()]+)\)$/.exec(language ?? "")?.[1];

    await goTo(appTabPath(tracked.id, "listing", { locale: locale ?? "" }));
    await page.getByText(/ sees the American English \(en-US\) text\./).waitFor();

    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leads from a tile of the map, chosen by the arrow keys, to the prices of its storefront", async () => {
    const { page, context, complaints } = await openDashboard(`${tracked.path}/storefronts?country=de`);
    const germany = page.getByRole("option", { name: /Germany, Available/ });
    await page.getByRole("region", { name: "Germany" }).getByRole("table").waitFor();
    expect(await germany.getAttribute("aria-selected")).toBe("true");
    await germany.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/country=(?!de)[a-z]{2}/);
    const chosen = page.locator("[role=option][aria-selected=true]");
    const [, name = ""] = /([^,\n]+), Available/.exec(await chosen.innerText()) ?? [];
    await page.getByRole("region", { name: name.trim(), exact: true }).getByRole("table").waitFor();

    await page
      .getByRole("region", { name: "Prices now" })
      .getByText(/^Free in \d+ storefronts\.$/)
      .waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ["diff?from=2026-03-01&to=2026-03-09", /\?view=differences&before=2026-03-01&at=2026-03-09$/],
    ["facts?history=size_bytes", /\?view=facts&history=size_bytes$/],
    ["versions", /\/changes\?view=versions$/],
    ["prices?country=de", /\/storefronts\?country=de$/],
    ["availability", /\/storefronts$/],
    ["rivals", /\/competitors$/],
  ])("leads from the former address …/%s to its tab of today", async (former, address) => {
    const { page, context } = await openDashboard(`${tracked.path}/${former}`);
    await page.getByRole("navigation", { name: "App", exact: true }).locator("[aria-current]").waitFor();
    expect(page.url()).toMatch(address);
    await context.close();
  });

  it("travels from one change of a listing to the one before, and back to now", async () => {
    const { page, context, complaints } = await openDashboard(appTabPath(changing, "listing"));
    const earlier = page.getByRole("button", { name: "Earlier change" });
    await earlier.click();
    await page.waitForURL(/at=\d{4}-\d{2}-\d{2}/);
    const first = new URL(page.url()).searchParams.get("at") ?? "";
    await page.getByText(/^This is the listing of /).waitFor();
    await earlier.click();
    await page.waitForURL((url) => (url.searchParams.get("at") ?? first) < first);

    const slider = page.getByRole("slider", { name: "Time travel" });
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}\. Changed: /);
    // The screen is dimmed until it has read the listing of the other day.
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
    expect(await violationsOf(page)).toEqual([]);
    await slider.press("End");
    await page.waitForURL((url) => !url.searchParams.has("at"));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("plots the ratings of two storefronts beside each other", async () => {
    const { page, context, complaints } = await openDashboard(`${tracked.path}/ratings`);
    const plots = page.getByRole("button", { name: /^Plot / });
    await plots.nth(0).click();
    await plots.nth(1).click();
    await page.waitForURL(/countries=[a-z]{2}(,|%2C)[a-z]{2}/);
    await expect.poll(() => page.locator("figure").first().locator("[data-series]").count()).toBe(2);

    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows pictures of the simulated stores", async () => {
    const { page, context, complaints, goTo } = await openDashboard();
    await goTo(`${tracked.path}/competitors`);
    await page.getByRole("link", { name: competitor.name, exact: true }).waitFor();

    await expect
      .poll(() => page.evaluate("[...document.images].filter((image) => image.naturalWidth > 0).length"))
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leads from the head of an app to its page in the store", async () => {
    const { page, context } = await openDashboard(`${android.path}/ratings`);
    const link = page.getByRole("link", { name: "Open in Google Play" });
    expect(await link.getAttribute("href")).toContain(`?id=${android.externalId}&`);
    expect(await link.getAttribute("target")).toBe("_blank");
    await context.close();
  });

  it("says that Google Play has no ratings by storefront", async () => {
    const { page, context } = await openDashboard(`${android.path}/ratings`);
    await page.getByText("Google Play has no ratings by country.").waitFor();
    await context.close();
  });

  it("compares an app with a competitor of the other store", async () => {
    const account = await newAccount();
    const api = signedInApi(dashboard.url, await logIn(dashboard.url, account));
    await api("POST", `${tracked.path}/track`);
    const { platform: competitor_platform, externalId: competitor_external_id } = android;
    await api("POST", `${tracked.path}/competitors`, { competitor_platform, competitor_external_id });
    const { page, context, complaints } = await openDashboard(`${tracked.path}/competitors`, { account });
    await page.getByRole("checkbox", { name: `Compare ${android.name}` }).check();
    const table = page.getByRole("table", { name: "Comparison with competitors" });
    await table.getByRole("columnheader", { name: android.name }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("adds a competitor that the store has found, and removes it", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/", { account: await newAccount() });
    let searches = 0;
    page.on("request", (request) => {
      if (request.url().includes("/apps/search?")) searches += 1;
    });
    await goTo(`${tracked.path}/competitors`);
    await page.getByLabel("Search the App Store").pressSequentially(competitor.name, { delay: 20 });
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByLabel("Relationship").selectOption("Aspiration");
    await page
      .getByRole("button", { name: `Add ${competitor.name}` })
      .first()
      .click();
    await page.getByRole("row", { name: new RegExp(`${competitor.name}.*Aspiration`) }).waitFor();
    expect(searches).toBe(1);

    await page.getByRole("button", { name: `Remove ${competitor.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No competitor yet").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
