import { beforeAll, describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { type Account, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const tracked = [seededApp("ios", "tracked"), seededApp("ios", "tracked", 1), seededApp("android", "tracked")];
const account: Account = { name: "Rosalind", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };

beforeAll(async () => {
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  for (const { path } of tracked) await api("POST", `${path}/track`);
});

describe("Today", () => {
  it("shows the heaviest events and all apps with three requests", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/v1/")) requests.push(request.url());
    });
    await goTo("/");
    await page.getByRole("article").first().waitFor();
    await page.getByRole("table", { name: "Tracked apps" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(3);
    const weights = await page
      .getByRole("article")
      .getByText(/^Weight /)
      .allInnerTexts();
    const values = weights.map((text) => Number(/[\d.]+/.exec(text)?.[0]));
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows only the chosen columns, which the address has", async () => {
    const { page, context, complaints } = await openDashboard("/", { account });
    const table = page.getByRole("table", { name: "Tracked apps" });
    await table.waitFor();
    await page.getByRole("button", { name: /^Columns/ }).click();
    await page.getByRole("option", { name: "Version" }).click();
    await page.getByRole("option", { name: /(?<!Last )\bSync$/ }).click();
    await page.keyboard.press("Escape");
    await table.getByRole("columnheader", { name: "Version" }).waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("columns")).not.toContain("version");
    await page.reload();
    await table.waitFor();
    expect(await table.getByRole("columnheader", { name: "Version" }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("sends an action for several apps, and says which failed and which were left", async () => {
    const { page, context, complaints } = await openDashboard("/", { account });
    const [first, second, third] = tracked.map(({ name }) => name);
    const limit = "The limit of 30 syncs per day (UTC) is reached.";
    const responses = [
      { status: 409, detail: "A sync is under way.", headers: {} },
      { status: 202, data: {}, headers: {} },
      { status: 429, detail: limit, headers: { "retry-after": "30000" } },
    ];
    await page.route(/\/api\/v1\/apps\/[^/]+\/[^/]+\/sync$/, (route) => {
      const { headers = {}, ...body } = responses.shift() ?? { status: 500 };
      return route.fulfill({ status: body.status, headers, json: { type: "about:blank", title: "Problem", ...body } });
    });
    const table = page.getByRole("table", { name: "Tracked apps" });
    for (const name of [first, second, third]) await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("region", { name: "Selected apps" }).getByRole("button", { name: "Sync" }).click();
    await page.getByText("1 app is queued for a sync.").waitFor();
    await page.getByText(`${first}: A sync is under way.`).waitFor();
    await page.getByText(/Nothing was sent for 1 app, which is still selected\. The limit of 30/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await table.getByLabel(`Select ${third}`).isChecked()).toBe(true);
    expect(await table.getByLabel(`Select ${second}`).isChecked()).toBe(false);
    expect(complaintsBesides(complaints, [409, 429])).toEqual([]);
    await context.close();
  });

  it("says how many apps an action did not reach when its screen was left", async () => {
    const { page, context, complaints } = await openDashboard("/", { account });
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/apps\/[^/]+\/[^/]+\/sync$/, async (route) => {
      await isLeft;
      await route.fulfill({ status: 202, json: { data: {} } });
    });
    const table = page.getByRole("table", { name: "Tracked apps" });
    for (const { name } of tracked.slice(0, 2)) await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("region", { name: "Selected apps" }).getByRole("button", { name: "Sync" }).click();
    await page.getByRole("progressbar", { name: "Sending" }).waitFor();
    await page.getByRole("link", { name: "Charts", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
    leave();
    await page.getByText("You left the screen before 1 app was queued for a sync.").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("untracks several apps after a question", async () => {
    const { page, context, complaints } = await openDashboard("/", { account });
    const name = tracked[2]?.name ?? "";
    const table = page.getByRole("table", { name: "Tracked apps" });
    await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Untrack…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Untrack" }).click();
    await page.getByText("1 app is no longer tracked.").waitFor();
    await table.getByRole("link", { name }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
