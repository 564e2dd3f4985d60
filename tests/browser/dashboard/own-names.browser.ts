import { beforeAll, describe, expect, it } from "vitest";

import { violationsOf } from "./accessibility.ts";
import { type Account, logIn, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const tracked = [seededApp("ios", "tracked"), seededApp("ios", "tracked", 1), seededApp("android", "tracked")];
const account: Account = { name: "Jean", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
const VIEW = 'Japan, "titles"';

beforeAll(async () => {
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  for (const { path } of tracked) await api("POST", `${path}/track`);
});

describe("views of one's own", () => {
  it("are saved by a name, and open after a new login", async () => {
    const first = await openDashboard("/changes/all?country=jp&field=title&page=1", { account });
    await first.page.getByRole("button", { name: "Save view" }).click();
    const dialog = first.page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(VIEW);
    expect(await violationsOf(first.page)).toEqual([]);
    await first.page.keyboard.press("Enter");
    const link = first.page.getByRole("navigation").getByRole("link", { name: VIEW });
    await link.and(first.page.locator("[aria-current=page]")).waitFor();

    await first.page.getByRole("button", { name: "Save view" }).click();
    await dialog.getByLabel("Name").fill(VIEW.toUpperCase());
    await first.page.keyboard.press("Enter");
    await dialog.getByText("A saved view with this name exists already.").waitFor();
    expect(complaintsBesides(first.complaints, [409])).toEqual([]);
    await first.context.close();

    const { page, context, complaints } = await openDashboard("/?country=de&days=30", { account });
    await page.getByRole("navigation").getByRole("link", { name: VIEW }).click();
    await page.waitForURL(/\/changes\/all\?/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ country: "jp", field: "title" });
    await page.getByRole("heading", { level: 1, name: "All changes" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are found by the command menu, renamed and deleted", async () => {
    await clearLimits();
    const api = signedInApi(dashboard.url, await logIn(dashboard.url, account));
    await api("POST", "/views", { name: "Free rivals", scope: { path: "/charts", query: { country: "jp" } } });
    const { page, context, complaints, goTo } = await openDashboard("/", { account });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("free rivals");
    await page.getByRole("option", { name: /^Free rivals/ }).click();
    await page.waitForURL(/\/charts\?country=jp$/);

    await goTo("/settings/views");
    await page.getByRole("button", { name: "Rename Free rivals" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Charts of Japan");
    await page.keyboard.press("Enter");
    await page.getByRole("table").getByRole("link", { name: "Charts of Japan" }).waitFor();
    await page.getByRole("button", { name: "Delete Charts of Japan" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete Charts of Japan" }).waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("the command menu", () => {
  it("has what was typed while its code was on its way", async () => {
    const { page, context, complaints } = await openDashboard("/", { account });
    const pressed = Promise.withResolvers<void>();
    await page.route(/\/jump-menu[^/]*\.js$/, async (route) => {
      await pressed.promise;
      await page.keyboard.type("chax");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("rt");
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    pressed.resolve();
    await page.getByRole("option", { name: "Charts" }).waitFor();
    // The field takes it with the focus, which may come after the list.
    await expect.poll(() => page.getByRole("searchbox", { name: "Jump to" }).inputValue()).toBe("chart");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/dashboard\/charts/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe("a command menu whose code cannot be loaded", () => {
  it("says so, leaves the page as it is, and opens after the page was reloaded", async () => {
    const { page, context } = await openDashboard("/", { account });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.route(/\/jump-menu[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: "{}" }));
    await page.keyboard.press("Control+k");
    await page.getByText("Not loaded. Try again, or reload the page.").waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.unrouteAll();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Jump to" }).waitFor();
    await context.close();
  });
});

describe("tags of one's own", () => {
  it("are given to several apps at once, and filter the lists", async () => {
    const { page, context, complaints, goTo } = await openDashboard("/settings/tags", { account });
    await page.getByRole("button", { name: "New tag" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Watched");
    await page.keyboard.press("Enter");
    await page.getByRole("table").getByRole("link", { name: "Watched" }).waitFor();

    await goTo("/");
    const table = page.getByRole("table", { name: "Tracked apps" });
    for (const { name } of tracked.slice(0, 2)) await table.getByLabel(`Select ${name}`).check();
    const bar = page.getByRole("region", { name: "Selected apps" });
    await bar.getByText("2 apps selected").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await bar.getByRole("button", { name: /^Tag with/ }).click();
    await page.getByRole("option", { name: "Watched" }).click();
    await page.getByText("2 apps are tagged with Watched.").waitFor();
    await expect.poll(() => table.getByText("Watched", { exact: true }).count()).toBe(2);

    const scope = page.getByRole("search", { name: "Scope" });
    await scope.getByRole("button", { name: /^Tags/ }).click();
    await page.getByRole("option", { name: "Watched" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => table.locator("tbody tr").count()).toBe(2);
    const events = page.waitForRequest(/\/api\/v1\/events\?.*tags/);
    await page.getByRole("navigation").getByRole("link", { name: "Changes", exact: true }).click();
    await events;
    expect(complaints).toEqual([]);
    await context.close();
  });
});
