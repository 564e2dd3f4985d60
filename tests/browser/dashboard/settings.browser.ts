import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { newAccount, openDashboard } from "./open-dashboard.ts";
import { complaintsBesides, failResponses } from "./screen-states.ts";

const INVALID = 422;

/** Returns the fields that are marked as wrong, each with what stands below it. */
function wrongFields(page: Page): Promise<readonly (readonly [string, string])[]> {
  return page.evaluate(`[...document.querySelectorAll("[aria-invalid=true]")].map((field) => [
    field.labels[0].innerText,
    document.getElementById(field.getAttribute("aria-describedby").split(" ")[0]).innerText,
  ])`);
}

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create the token" }).click();
  return page.locator("code").innerText();
}

describe("the settings of the dashboard", () => {
  it("say in its field what is wrong with the profile and the password, and save what is right", async () => {
    const account = await newAccount();
    const { page, context, complaints } = await openDashboard("/settings", { account });
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("Email").fill("not an address");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Nothing was saved. Check the fields above.").waitFor();
    expect(await wrongFields(page)).toEqual([
      ["Name", expect.stringMatching(/\w/)],
      ["Email", expect.stringMatching(/email/i)],
      ["Your password", expect.stringMatching(/password/i)],
    ]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Name", { exact: true }).fill("Grace M. Hopper");
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The profile is saved.").waitFor();
    expect(await wrongFields(page)).toEqual([]);

    const email = `new-${account.email}`;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Your password").fill("not the password");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The password is incorrect.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Your password").fill(account.password);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Your password").waitFor({ state: "detached" });
    expect(await page.getByLabel("Email").inputValue()).toBe(email);

    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill("short");
    await page.getByLabel("New password again").fill("other");
    await page.getByRole("button", { name: "Change the password" }).click();
    await expect.poll(async () => (await wrongFields(page)).length).toBeGreaterThan(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("Current password").fill(account.password);
    await page.getByLabel("New password", { exact: true }).fill("another long password");
    await page.getByLabel("New password again").fill("another long password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The password is changed.").waitFor();
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("say that what they show is not up to date when it cannot be read again", async () => {
    const { page, context } = await openDashboard("/settings", { account: await newAccount() });
    await page.getByLabel("Name", { exact: true }).fill("Grace M. Hopper");
    await failResponses(page, /\/account\/profile$/, { status: 503, detail: "Not now.", retryAfterSeconds: 60 });
    await page.route(/\/account\/profile$/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.continue(),
    );
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page
      .getByText(/^Not up to date: the service is waking up\. Not now\. This .+ Next attempt in \d+ seconds?\.$/)
      .waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Grace M. Hopper");
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("say what a token lacks, and keep what was typed", async () => {
    const { page, context, complaints } = await openDashboard("/settings/api-tokens", { account: await newAccount() });
    await page.getByLabel("Read", { exact: true }).uncheck({ force: true });
    await page.getByRole("button", { name: "Create the token" }).click();
    await page.getByText("Nothing was saved. Check the fields above.").waitFor();
    expect((await wrongFields(page)).map(([label]) => label)).toEqual(["Name"]);
    expect(await page.getByRole("group", { name: "Permissions" }).innerText()).toMatch(/Write.*\n+\S/);
    expect(await violationsOf(page)).toEqual([]);

    await page.getByLabel("Read", { exact: true }).check({ force: true });
    expect(await createToken(page, "nightly report")).toMatch(/^\d+\|/);
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("copy a token, or say how to copy it where the browser does not allow that", async () => {
    const { page, context, complaints } = await openDashboard("/settings/api-tokens", { account: await newAccount() });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const secret = await createToken(page, "nightly report");
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);

    await page.evaluate(
      `navigator.clipboard.writeText = () => Promise.reject(new DOMException("No.", "NotAllowedError"))`,
    );
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("The browser does not allow copying. Select the token and copy it by hand.").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator("code").click();
    expect(await page.evaluate("String(getSelection())")).toBe(secret);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("show a browser as one session, however often it has loaded the page, and end it", async () => {
    const account = await newAccount();
    const other = await openDashboard("/apps", { account });
    for (let loads = 0; loads < 3; loads += 1) await other.goTo("/apps");
    const { page, context, complaints } = await openDashboard("/settings/api-tokens", { account });
    const sessions = page.getByRole("table", { name: "Browser sessions" });
    await sessions.getByText("This page").waitFor();
    await page.reload();
    await sessions.getByText("This page").waitFor();
    expect(await sessions.getByRole("row").count()).toBe(1 + 2);
    expect(await page.getByRole("table", { name: "Tokens" }).getByText("Browser session").count()).toBe(0);

    await sessions.getByRole("button", { name: /^End the session of / }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
    await expect.poll(() => sessions.getByRole("row").count()).toBe(1 + 1);
    await other.page.reload();
    await other.page.waitForURL(/\/dashboard\/login/);
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), other.context.close()]);
  });

  it("lead to the licences of the packages in the page", async () => {
    const { page, context } = await openDashboard("/settings");
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Licences of the software in this page" }).click();
    const licences = await opened;
    await licences.getByText("react-aria-components").waitFor();
    expect(licences.url()).toMatch(/\/dashboard\/assets\/licences-\w+\.txt$/);
    await context.close();
  });
});
