import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { walkScreens } from "./walk-screens.ts";
import { accountScreens, ownScreens } from "./walks/own-screens.ts";

const tracked = seededApp("ios", "tracked");
const competitor = seededApp("ios", "competitor");
describe("home, lists and settings of the dashboard", () => {
  it("show home, apps, competitors and changes in every state", async () => {
    await walkScreens(ownScreens({ tracked, competitor }));
  });

  it("show a search, the account and its tokens in every state", async () => {
    await walkScreens(accountScreens());
  });

  it("keep what was searched and filtered by back, forward and reload", async () => {
    const { page, context, complaints } = await openDashboard("/apps");
    await page.getByLabel("Store").selectOption("Google Play");
    await page.getByRole("link", { name: tracked.name }).waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?platform=android");

    await page.reload();
    await page.getByRole("link", { name: seededApp("android", "tracked").name }).waitFor();
    expect(await page.getByRole("link", { name: tracked.name }).count()).toBe(0);

    await page.goBack();
    await page.getByRole("link", { name: tracked.name }).waitFor();
    await page.goForward();
    await page.getByRole("link", { name: tracked.name }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("sort the apps by a heading, and keep the order in the address", async () => {
    const { page, context, complaints } = await openDashboard("/apps");
    const table = page.getByRole("table", { name: "Tracked apps" });
    await table.getByRole("button", { name: "Rating", exact: true }).click();
    await table.locator('th[aria-sort="descending"]', { hasText: "Rating" }).waitFor();
    expect(new URL(page.url()).search).toBe("?sort=rating");
    await expect.poll(async () => isSorted(await ratingsOf(table))).toBe(true);

    await table.getByRole("button", { name: "Rating", exact: true }).click();
    await table.locator('th[aria-sort="ascending"]', { hasText: "Rating" }).waitFor();
    expect(new URL(page.url()).search).toBe("?sort=rating&order=asc");
    await expect.poll(async () => isSorted((await ratingsOf(table)).toReversed())).toBe(true);
    expect(await table.getByRole("img", { name: /^Total ratings: / }).count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keep a percent sign of a search, which an address encodes", async () => {
    const { page, context } = await openDashboard("/find?term=50%2525");
    expect(await page.getByLabel("App or brand").inputValue()).toBe("50%25");
    await page.getByText("Google Play", { exact: true }).click();
    await page.waitForURL(/platform=android/);
    expect(new URL(page.url()).searchParams.get("term")).toBe("50%25");
    await context.close();
  });

  it("track a pasted list, and name what is not found", async () => {
    const { page, context, goTo } = await openDashboard("/find/paste", { account: await newAccount() });
    const known = seededApp("android", "competitor");
    const pasted = [
      `https://apps.apple.com/us/app/some-name/id${tracked.externalId}`,
      known.externalId,
      "9999999999",
      "hello",
    ];
    await page.getByLabel("Ids and store addresses").fill(pasted.join("\n"));
    await page.getByText("Not an id or a store address: hello").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Track 3 apps" }).click();
    await page.getByText("2 of 3 apps are tracked.").waitFor();
    await page.getByText("Not found").waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await goTo("/apps");
    for (const { name } of [tracked, known]) await page.getByRole("rowheader", { name }).waitFor();
    await context.close();
  });

  it("show the secret of a new token once, and revoke the token", async () => {
    const account = await newAccount();
    const { page, context, complaints } = await openDashboard("/settings/api-tokens", { account });
    await page.getByLabel("Name", { exact: true }).fill("nightly report");
    await page.getByRole("button", { name: "Create the token" }).click();
    const secret = page.locator("code");
    expect(await secret.innerText()).toMatch(/^\d+\|\S{30,}$/);
    await page.getByRole("button", { name: "Done" }).click();
    expect(await secret.count()).toBe(0);

    await page.getByRole("button", { name: "Revoke nightly report" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke nightly report" }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("delete an account by its password alone", async () => {
    const account = await newAccount();
    const { page, context } = await openDashboard("/settings", { account });
    await page.getByRole("button", { name: "Delete the account…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill("not the password");
    await dialog.getByRole("button", { name: "Delete the account" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel("Password").fill(account.password);
    await dialog.getByRole("button", { name: "Delete the account" }).click();

    await page.waitForURL(/\/dashboard\/login/);
    await context.close();
  });
});

async function ratingsOf(table: Locator): Promise<readonly number[]> {
  const texts = await table.locator("tbody tr").allTextContents();
  return texts.flatMap((text) => /([\d.]+) of 5 stars/.exec(text)?.slice(1).map(Number) ?? []);
}

/** Returns true for at least two values, the greatest first. */
function isSorted(values: readonly number[]): boolean {
  return values.length > 1 && values.every((value, index) => value <= (values[index - 1] ?? value));
}
