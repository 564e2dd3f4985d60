import { beforeAll, describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { type Account, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const FEEDS_MAX = 20;
const INVALID = 422;
const VIEW = "Japan";
const accountOf = (name: string): Account => ({
  name,
  email: `${crypto.randomUUID()}@example.com`,
  password: "a long password",
});
const [reader, collector] = [accountOf("Rosalind"), accountOf("Mary")];

beforeAll(async () => {
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, reader));
  await api("POST", `${seededApp("ios", "tracked").path}/track`);
  await api("POST", "/views", { name: VIEW, scope: { path: "/changes/all", query: { country: "jp" } } });
  await api("POST", "/views", { name: "Charts", scope: { path: "/charts", query: {} } });
  const other = signedInApi(dashboard.url, await registerAccount(dashboard.url, collector));
  for (let count = 0; count < FEEDS_MAX; count += 1)
    await other("POST", "/feeds", { name: `Feed ${count}`, scope: { kind: "rivals" } });
});

describe("feeds of one's own", () => {
  it("are made of a saved view of changes, copied while they are shown, and deleted", async () => {
    const { page, context, complaints } = await openDashboard("/settings/views", { account: reader });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: `Delete ${VIEW}` }).waitFor();
    expect(await page.getByRole("link", { name: /^Follow / }).count()).toBe(1);
    await page.getByRole("link", { name: `Follow ${VIEW}` }).click();
    await page.getByRole("heading", { level: 1, name: "Feeds" }).waitFor();
    await expect.poll(() => page.getByLabel("View", { exact: true }).locator(":checked").innerText()).toBe(VIEW);
    await page.getByLabel("Name", { exact: true }).fill("From <Japan>");
    await page.getByRole("button", { name: "Create the feed" }).click();

    const addresses = page.locator("code");
    await addresses.first().waitFor();
    const [atom = "", json = ""] = await addresses.allInnerTexts();
    expect([atom, json]).toEqual([
      expect.stringMatching(/\/feeds\/[\w-]{43}\.atom$/),
      expect.stringMatching(/\.json$/),
    ]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy the JSON Feed address" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(json);
    expect((await fetch(json)).status).toBe(200);

    await page.reload();
    await page.getByRole("table", { name: "Feeds" }).getByText(`View “${VIEW}”`).waitFor();
    expect(await addresses.count()).toBe(0);
    await page.getByRole("button", { name: "Delete From <Japan>" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("There is no feed").waitFor();
    expect((await fetch(atom)).status).toBe(410);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("say when there are as many as a user can have", async () => {
    const { page, context, complaints } = await openDashboard("/settings/feeds", { account: collector });
    await expect.poll(() => page.getByRole("button", { name: /^Delete Feed / }).count()).toBe(FEEDS_MAX);
    await page.getByLabel("Name", { exact: true }).fill("One more");
    await page.getByLabel("Events of", { exact: true }).selectOption("Competitors");
    await page.getByRole("button", { name: "Create the feed" }).click();
    await page.getByText(`There must not be more than ${FEEDS_MAX} feeds.`).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("One more");
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });
});
