import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { connectForTest } from "../../support/test-connection.ts";
import { violationsOf } from "./accessibility.ts";
import type { Account } from "./fixture/accounts.ts";
import { dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const UNAUTHENTICATED = 401;

/** Ends the sessions of an account, and the tokens that they were given, as time would. */
async function expireSessions(email: string): Promise<void> {
  const { db, end } = connectForTest(dashboard.database);
  await db.execute(sql`
    DELETE FROM access_tokens WHERE user_id = (SELECT id FROM users WHERE email = ${email})`);
  await db.execute(sql`DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ${email})`);
  await end();
}

async function logIn(page: Page, { email, password }: Pick<Account, "email" | "password">): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
}

describe("sessions of the dashboard", () => {
  it("leads to the login when the session ends in mid-page, and back to where the reader was", async () => {
    const account = await newAccount();
    const { page, context, complaints } = await openDashboard("/apps?platform=android", { account });
    await page.getByText("No app matches").waitFor();
    await expireSessions(account.email);
    await page.getByRole("link", { name: "Competitors" }).first().click();

    await page.getByText("Your session has ended. Log in to continue.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await logIn(page, account);
    await page.getByRole("heading", { level: 1, name: "Competitors" }).waitFor();
    expect(complaintsBesides(complaints, [UNAUTHENTICATED])).toEqual([]);
    await context.close();
  });

  it("logs out in all tabs together, and shows nothing of the account afterwards", async () => {
    const { page, context } = await openDashboard("/apps", { account: dashboard.account });
    const { name } = seededApp("ios", "tracked");
    const other = await context.newPage();
    await other.goto(`${dashboard.url}/dashboard/apps`);
    await other.getByText(name).first().waitFor();
    await page.getByRole("button", { name: "Log out" }).click();

    await Promise.all([page, other].map((tab) => tab.waitForURL(/\/dashboard\/login/)));
    await other.getByText("Your session has ended.").waitFor();
    expect(await page.getByText("Your session has ended.").count()).toBe(0);
    expect(await other.getByText(name).count()).toBe(0);
    expect(await context.cookies()).toEqual([]);
    await other.goto(`${dashboard.url}/dashboard/apps`);
    await other.getByLabel("Email").waitFor();
    await context.close();
  });

  it("shows nothing of an account any more once another tab logs in with another", async () => {
    const { page, context } = await openDashboard("/apps");
    await page.getByText(seededApp("ios", "tracked").name).first().waitFor();
    const account = await newAccount();
    const other = await context.newPage();
    await other.goto(`${dashboard.url}/dashboard/login`);
    await other.getByLabel("Email").fill(account.email);
    await other.getByRole("textbox", { name: "Password" }).fill(account.password);
    await other.keyboard.press("Enter");

    await page.getByText(seededApp("ios", "tracked").name).first().waitFor({ state: "hidden" });
    await page.getByText("You do not track any apps yet").waitFor();
    await context.close();
  });

  it("leaves the login in all tabs together, each to where it was", async () => {
    const account = await newAccount();
    const { page, context } = await openDashboard("/apps", { account });
    const other = await context.newPage();
    await other.goto(`${dashboard.url}/dashboard/competitors`);
    await other.getByRole("heading", { level: 1, name: "Competitors" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await Promise.all([page, other].map((tab) => tab.waitForURL(/\/dashboard\/login/)));

    await logIn(page, account);
    await page.waitForURL(/\/dashboard(\/apps)?$/);
    await other.waitForURL(`${dashboard.url}/dashboard/competitors`);
    await context.close();
  });

  it("leads who is not logged in to the login, from there to the screen, and to no other site", async () => {
    const account = await newAccount();
    const { page, context, goTo } = await openDashboard("/changes/apps?field=title", { account: null });
    await logIn(page, { ...account, password: "wrong horse" });
    await page.getByText("The email or the password is wrong.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await logIn(page, account);
    await page.waitForURL(`${dashboard.url}/dashboard/changes/apps?field=title`);

    await goTo(`/login?return=${encodeURIComponent("https://elsewhere.example/")}`);
    await logIn(page, account);
    await page.waitForURL(`${dashboard.url}/dashboard`);
    await context.close();
  });
});
