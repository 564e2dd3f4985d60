import { expect, it } from "vitest";

import { appTabPath } from "../../../web/format/app-path.ts";
import { violationsOf } from "./accessibility.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";
import { emptyResponses, letThrough } from "./screen-states.ts";

const tracked = seededApp("ios", "tracked");
const related = seededApp("ios", "tracked", 1);
const android = seededApp("android", "tracked");

it("shows the facts of an app, and the history of one of them at an address of its own", async () => {
  const { page, context, complaints } = await openDashboard(appTabPath(tracked.id, "listing", { view: "facts" }));
  await page.getByRole("listitem").filter({ hasText: "Publisher" }).getByText(tracked.publisher.name).waitFor();
  await page.getByRole("heading", { name: "Not read" }).waitFor();
  await page.getByRole("button", { name: "Show history of Size" }).click();
  await page.waitForURL(/history=size_bytes/);
  await page.reload();

  const rows = page.getByRole("table", { name: "History of Size, newest first" }).getByRole("row");
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  expect(await rows.nth(1).innerText()).toMatch(/Now.*\d MB.*United States/s);
  expect(await rows.last().innerText()).toMatch(/or earlier/);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Hide history of Size" }).click();
  await expect.poll(() => rows.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it("shows more of a long history by pages", async () => {
  const { page, context, complaints, goTo } = await openDashboard(null);
  await page.route(/\/facts\?.*history=true/, (route) => route.fulfill({ json: historyPage(route.request().url()) }));
  await goTo(appTabPath(tracked.id, "listing", { view: "facts", history: "size_bytes" }));
  await page.getByText("1 of 2 values").waitFor();
  await page.getByRole("button", { name: "CSV of History of Size, newest first" }).click();
  await page.getByText("The file has 2 rows").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("2 of 2 values").waitFor();

  const rows = page.getByRole("table", { name: "History of Size, newest first" }).getByRole("row");
  expect(await rows.nth(1).innerText()).toContain("1.0 MB");
  expect(await rows.nth(2).innerText()).toContain("2.0 MB");
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

it("shows the feature graphic of an app of Google Play", async () => {
  const { page, context, complaints } = await openDashboard(appTabPath(android.id, "listing", { view: "facts" }));
  await page.getByRole("img", { name: "Feature graphic" }).scrollIntoViewIfNeeded();
  const width = "document.querySelector('img[alt=\"Feature graphic\"]').naturalWidth";
  await expect.poll(() => page.evaluate(width)).toBe(1024);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it("leads from an app to a similar one, and says where a page has shown none yet", async () => {
  const { page, context, complaints, goTo } = await openDashboard(`${tracked.path}/competitors`);
  await page.getByRole("region", { name: "Similar apps" }).getByText("Not read yet").waitFor();
  await page
    .getByRole("region", { name: "More by the publisher" })
    .getByText(/^As of/)
    .waitFor();

  await goTo(`${related.path}/competitors`);
  const similar = page.getByRole("region", { name: "Similar apps" });
  await similar.getByText(/^As of/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const link = similar.locator('a[href*="/dashboard/apps/"]').first();
  const href = await link.getAttribute("href");
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.innerText();
  await link.click();
  await page.waitForURL(`**${href}`);
  // The app may have another name now than when the page listed it.
  await expect.poll(() => heading.innerText()).not.toBe(before);
  expect(complaints).toEqual([]);
  await context.close();
});

it("plots the installs of an app of Google Play, and shows none of the App Store", async () => {
  const { page, context, complaints, goTo } = await openDashboard(`${android.path}/ratings?days=30`);
  const installs = page.getByRole("region", { name: "Installs" });
  await installs.getByRole("application").waitFor();
  await installs.getByRole("button", { name: "Show table" }).click();
  const table = installs.getByRole("table", { name: "Installs so far, by day" });
  expect(await table.innerText()).toMatch(/\d{4}\s+\d[\d,]*\n/);
  expect(await violationsOf(page)).toEqual([]);

  const [read, unread] = [
    { date: "2026-03-09", installs: 1_000 },
    { date: "2026-03-10", installs: null },
  ];
  const respondWith = async (...points: readonly object[]) => {
    await letThrough(page, /\/installs\?/);
    await emptyResponses(page, /\/installs\?/, { data: points, meta: { from: "2026-03-09", to: "2026-03-10" } });
    await page.reload();
  };
  await respondWith(read, unread);
  await installs.getByRole("button", { name: "Show table" }).click();
  await table.getByText("no value").waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await respondWith(unread);
  await installs.getByText("No installs were read in this period").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await letThrough(page, /\/installs\?/);

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await goTo(`${tracked.path}/ratings`);
  await page.getByRole("heading", { name: "Day by day" }).waitFor();
  expect(await installs.count()).toBe(0);
  expect(requested.filter((url) => url.includes("/installs"))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

it("shows changes of facts on the tab of an app and in the feed", async () => {
  const { page, context, complaints, goTo } = await openDashboard(`${tracked.path}/changes`);
  await page.getByLabel("What changed").selectOption("All facts");
  await page.waitForURL(/field=facts/);
  await page.getByText("Privacy labels changed", { exact: true }).first().waitFor();
  const size = page.getByRole("article", { name: /: Size changed in United States$/ }).first();
  expect(await size.innerText()).toMatch(/Before\s+[\d.]+ MB\s+After\s+[\d.]+ MB/);
  expect(await violationsOf(page)).toEqual([]);

  await goTo("/changes/apps?field=facts");
  const entry = page.getByRole("listitem").filter({ hasText: "Size changed in United States" }).first();
  expect(await entry.innerText()).toMatch(/Before\s+[\d.]+ MB\s+After\s+[\d.]+ MB/);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Returns one of two pages of sizes, each with one value. */
function historyPage(url: string): object {
  const page = Number(new URL(url).searchParams.get("page"));
  const value = {
    id: page,
    key: "size_bytes",
    value: page * 1_000_000,
    country_code: "us",
    valid_from: `2026-03-0${9 - page}T08:00:00Z`,
    valid_until: null,
    is_first: false,
    read_on: null,
  };
  const meta = { current_page: page, last_page: 2, per_page: 1, total: 2, from: page, to: page, not_read: [] };
  return { data: [value], meta, links: { first: "", last: "", prev: null, next: null } };
}
