import { describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { signedInApi } from "./fixture/accounts.ts";
import { dashboard, newAccount, openDashboard } from "./open-dashboard.ts";

describe("the assistants of the settings", () => {
  it("get a token that reads alone, and the configuration of the chosen one is copied with it", async () => {
    const { page, context, complaints } = await openDashboard("/settings", { account: await newAccount() });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", { name: "Assistants" }).click();
    await page.getByRole("heading", { level: 1, name: "Assistants" }).waitFor();
    const configuration = page.getByRole("region", { name: "Configuration" });
    await configuration.getByText("YOUR_TOKEN").first().waitFor();

    await page.getByLabel("Name", { exact: true }).fill("Claude");
    await page.getByRole("button", { name: "Create the token" }).click();
    const token = await page.getByRole("region", { name: "Token" }).locator("code").innerText();
    expect(await page.getByText("YOUR_TOKEN").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);

    await configuration.getByLabel("Assistant", { exact: true }).selectOption("Cursor");
    await page.waitForURL(/client=cursor/);
    await configuration.getByRole("button", { name: "Copy the configuration" }).click();
    await configuration.getByText("Copied.").waitFor();
    const headers = { Authorization: `Bearer ${token}` };
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(JSON.parse(copied)).toEqual({ mcpServers: { shelfwatch: { url: `${dashboard.url}/mcp`, headers } } });
    expect(copied).toBe(await configuration.locator("code").innerText());

    const profile = await signedInApi(dashboard.url, token)("GET", "/account/profile");
    expect(profile).toMatchObject({ data: { abilities: ["read"] } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("get a token that also writes, until it is hidden with the configuration", async () => {
    const { page, context, complaints } = await openDashboard("/settings/assistants?client=codex", {
      account: await newAccount(),
    });
    await page.getByLabel("Name", { exact: true }).fill("Codex");
    await page.getByLabel("Permissions").selectOption("Read and write");
    await page.getByRole("button", { name: "Create the token" }).click();
    const secret = await page.getByRole("region", { name: "Token" }).locator("code").innerText();
    const profile = await signedInApi(dashboard.url, secret)("GET", "/account/profile");
    expect(profile).toMatchObject({ data: { abilities: ["read", "write"] } });
    const configuration = page.getByRole("region", { name: "Configuration" }).locator("code");
    expect(await configuration.innerText()).toContain(`http_headers = { Authorization = "Bearer ${secret}" }`);

    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => configuration.innerText()).toContain("Bearer YOUR_TOKEN");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
