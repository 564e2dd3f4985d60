import { expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";

const first = seededApp("ios", "tracked", 0);
const second = seededApp("ios", "tracked", 1);
const rival = seededApp("ios", "competitor");

/** An account that tracks two apps, of which the one competes with the other, as does an app that it does not track. */
async function createAccount() {
  const account = { name: "Mary", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  for (const { path } of [first, second]) await api("POST", `${path}/track`);
  for (const { path } of [second, rival]) {
    const { data } = (await api("GET", path)) as { data: { id: number } };
    await api("POST", `${first.path}/competitors`, { competitor_app_id: data.id });
  }
  return { account, api };
}

/** Opens the dashboard of a new account. `marksOf` returns the marks of the first entry of an app in the shown feed. */
async function openFeeds() {
  const { account, api } = await createAccount();
  const opened = await openDashboard(null, { account });
  const entries = opened.page.getByRole("listitem").filter({ hasText: "All changes of this app" });
  const marksOf = async ({ externalId }: Pick<typeof first, "externalId">) => {
    const link = opened.page.locator(`a:is([href$="/${externalId}"], [href*="/${externalId}?"])`);
    const entry = entries.filter({ has: link }).first();
    await entry.waitFor();
    return entry.getByText(/^(Tracked|Competitor)$/).allTextContents();
  };
  return { ...opened, api, marksOf };
}

it("a tracked app that competes with another one is in both feeds, and marked in that of competitors", async () => {
  const { page, context, complaints, goTo, marksOf } = await openFeeds();
  await goTo("/changes/apps");
  expect(await marksOf(second)).toEqual([]);

  for (const path of ["/changes/competitors", "/?whose=competitors"]) {
    await goTo(path);
    expect(await marksOf(second), path).toEqual(["Tracked"]);
    expect(await marksOf(rival), path).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

it("the feed of all changes has tracked apps and competitors, each marked as what it is", async () => {
  const { page, context, complaints, goTo, api, marksOf } = await openFeeds();
  await goTo("/changes/apps");
  await page.getByRole("navigation", { name: "Changes" }).getByRole("link", { name: "All" }).click();
  await page.waitForURL(`${dashboard.url}/dashboard/changes/all`);
  await page.getByRole("heading", { level: 1, name: "All changes" }).waitFor();

  const { data } = (await api("GET", first.path)) as { data: { id: number } };
  await goTo(`/changes/all?app=${data.id}`);
  expect(await marksOf(first)).toEqual(["Tracked"]);
  await goTo("/changes/all");
  expect(await marksOf(second)).toEqual(["Tracked", "Competitor"]);
  expect(await marksOf(rival)).toEqual(["Competitor"]);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
