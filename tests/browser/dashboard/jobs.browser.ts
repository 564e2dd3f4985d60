import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { type CountedVisit, countVisit } from "./counted-visit.ts";
import { registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, type OpenDashboard, openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
const rival = seededApp("ios", "competitor");
const { priced } = dashboard.cast;
const account = { name: "Mary", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
const DAY_MS = 86_400_000;

/** A known day that is not the last one. */
const day = new Date(Date.now() - 20 * DAY_MS);
const dayTyped = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(day);

let opened: OpenDashboard;

beforeAll(async () => {
  await clearLimits();
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  await api("POST", `${app.path}/track`);
  const rivals = new Map([rival, priced].map((one) => [one.externalId, one.platform]));
  rivals.delete(app.externalId);
  for (const [id, platform] of rivals)
    await api("POST", `${app.path}/competitors`, { competitor_external_id: id, competitor_platform: platform });
  await api("PUT", "/account/seen", { events_until: new Date().toISOString() });
  opened = await openDashboard(null, { account });
});

afterAll(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.context.close();
});

/** Opens a Today that has no events since the last visit, so that no job ends there at once. */
async function beginOnToday(): Promise<{ readonly page: Page; readonly visit: CountedVisit }> {
  const { page, goTo } = opened;
  await goTo("/");
  await page.getByText("Nothing new since your last visit").waitFor();
  await page.getByRole("table", { name: "Tracked apps" }).getByRole("link", { name: app.name }).waitFor();
  expect(await page.getByRole("article").count()).toBe(0);
  return { page, visit: countVisit(page) };
}

it("says whether a listing changed in Japan last week, and that Japan sees the English text", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${app.name} jp last week`, /^Changes.*Japan/);
  const entry = page.getByRole("article").filter({ hasText: "Promotional text changed in 4 languages" });
  await entry.getByText("Japanese shows the English (US) text").waitFor();
  visit.expectShort();
});

it("says that the French text is a translation of its own", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${app.name} fr last week`, /^Changes.*France/);
  const entry = page.getByRole("article").filter({ hasText: "Promotional text changed in 4 languages" });
  await entry.getByText("French (France) has a new text of its own").waitFor();
  visit.expectShort();
});

it("says when an app changed its price", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${priced.name} us prices`, /^Prices and availability/);
  const prices = page.getByRole("table", { name: /^Prices in .*, newest first$/ });
  await prices.getByRole("row").nth(2).locator("time").first().waitFor();
  visit.expectShort();
});

it("plots the ratings of several countries", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${app.name} ratings us jp de`, /^Ratings/);
  const plot = page.getByRole("figure").filter({ hasText: "Japan" }).first();
  for (const name of ["United States", "Japan", "Germany"]) await plot.getByText(name).first().waitFor();
  visit.expectShort();
});

it("says where an app ranks and which apps of its chart moved", async () => {
  const { page, visit } = await beginOnToday();
  const place = page
    .getByRole("table", { name: "Tracked apps" })
    .getByRole("link", { name: /^#\d+: movers of / })
    .first();
  const rank = await place.innerText();
  expect(rank).toMatch(/^#\d+/);
  await visit.click(place);
  await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
  await page.getByText(/^The first \d+ ranks of both days$/).waitFor();
  visit.expectShort();
});

it("lists the keywords that only the titles of competitors use", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${app.name} keywords rivals`, /^Keywords in titles of competitors/);
  const table = page.getByRole("table", { name: /^Keywords side by side/ });
  await table.getByRole("columnheader", { name: rival.name }).waitFor();
  const own = await table.locator("tbody tr td:nth-child(2)").allInnerTexts();
  expect(new Set(own)).toEqual(new Set(["not used"]));
  visit.expectShort();
});

it("shows a listing as it was on a day", async () => {
  const { page, visit } = await beginOnToday();
  await visit.jump(`${app.name} ${dayTyped}`, /^Listing/);
  await page
    .getByText(/^This is the listing of|^As of/)
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get("at")).toBe(day.toISOString().slice(0, 10));
  visit.expectShort();
});

it("says in which storefronts an app is available", async () => {
  const { page, visit } = await beginOnToday();
  const row = page.getByRole("table", { name: "Tracked apps" }).getByRole("row").filter({ hasText: app.name });
  await visit.click(row.getByRole("link", { name: /: prices and availability$/ }));
  await page.getByRole("heading", { name: /^Available in / }).waitFor();
  visit.expectShort();
});
