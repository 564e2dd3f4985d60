import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { nonEmpty } from "../../support/non-empty.ts";
import { violationsOf } from "./accessibility.ts";
import { logIn, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides, failResponses, letThrough } from "./screen-states.ts";

const app = seededApp("ios", "tracked");
const three = [app, seededApp("ios", "tracked", 1), seededApp("android", "tracked")];

const overview = z.object({
  data: z.object({
    moved_countries: z.array(z.object({ country_code: z.string(), gained: z.number() })),
    charts: z.array(z.object({ collection: z.string(), category: z.object({ name: z.string() }) })),
    keyword_ranks: z.array(
      z.object({
        term: z.string(),
        points: z.array(z.object({ date: z.string(), rank: z.number().nullable(), state: z.string() })),
      }),
    ),
    series: z.array(
      z.object({
        date: z.string(),
        rating: z.number().nullable(),
        rating_count: z.number().nullable(),
        gained: z.number().nullable(),
        price: z.number().nullable(),
        currency: z.string().nullable(),
        ranks: z.array(z.number().nullable()),
      }),
    ),
  }),
});
type Overview = z.infer<typeof overview>["data"];
type Day = Overview["series"][number];

async function readOverview(path: string) {
  await clearLimits();
  const api = signedInApi(dashboard.url, await logIn(dashboard.url, dashboard.account));
  return overview.parse(await api("GET", `${path}/overview?days=30`)).data;
}

const count = (value: number) => new Intl.NumberFormat("en").format(value);

const withoutRank: Readonly<Record<string, string>> = {
  not_in_window: "no rank",
  not_read: "not read",
  not_tracked: "not tracked",
};

/** Formats the values of a day as a reader sees them, without the dashboard's own formats. */
function textsOf(
  { ranks, gained, rating, rating_count: total, price, currency }: Day,
  place: number,
  { keyword_ranks: keywords }: Overview,
): readonly string[] {
  const money = new Intl.NumberFormat("en", { style: "currency", currency: currency ?? "USD" });
  return [
    ...ranks.map((rank) => (rank === null ? "no rank" : `#${count(rank)}`)),
    ...keywords.map(({ points }) => {
      const { rank = null, state = "" } = points[place] ?? {};
      return rank === null ? (withoutRank[state] ?? state) : `#${count(rank)}`;
    }),
    gained === null ? "not known" : count(gained),
    rating === null ? "not measured" : rating.toFixed(2),
    total === null ? "not measured" : count(total),
    price === null ? "not known" : price === 0 ? "Free" : money.format(price),
  ];
}

const isOffline = (text: string) => text.includes("net::ERR_") || text.includes("LoadFailure");
const timeline = (page: Page) => page.getByRole("application", { name: /^Timeline/ });
const tooltip = (page: Page) => page.locator("[data-day]");

/** Moves the cursor with the keyboard over each day, and returns what it shows of each. */
async function walkDays(page: Page, length: number): Promise<readonly { day: string | null; texts: string[] }[]> {
  await timeline(page).focus();
  await page.keyboard.press("Home");
  const shown = [];
  for (let place = 0; place < length; place += 1) {
    shown.push({
      day: await tooltip(page).getAttribute("data-day"),
      texts: (await tooltip(page).locator("dd").allInnerTexts()).map((text) => text.trim()),
    });
    await page.keyboard.press("ArrowRight");
  }
  return shown;
}

describe("the overview of an app", () => {
  it("shows by keyboard, of each day of three apps, the values that the API has, gaps and missed charts included", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    const seen: Day[] = [];
    const read: string[] = [];
    for (const { path } of nonEmpty(three)) {
      const data = await readOverview(path);
      const { series, charts, keyword_ranks: keywords } = data;
      const values = charts.length + keywords.length + 4;
      await goTo(`${path}?days=30`);
      const shown = await walkDays(page, series.length);
      expect(shown.map(({ day }) => day)).toEqual(series.map(({ date }) => date));
      // A day with changes has two more values, of the days around it.
      expect(shown.map(({ texts }) => texts.slice(0, values))).toEqual(
        series.map((day, place) => textsOf(day, place, data)),
      );
      seen.push(...series);
      read.push(
        ...keywords.flatMap(({ points }) => points.map(({ rank, state }) => (rank === null ? state : "ranked"))),
      );
    }
    expect([...new Set(read)].toSorted()).toEqual(["not_in_window", "not_read", "ranked"]);
    expect(seen.filter(({ rating }) => rating === null).length).toBeGreaterThan(0);
    expect(seen.filter(({ gained }) => gained === 0).length).toBeGreaterThan(0);
    expect(seen.filter(({ ranks }) => ranks.includes(null)).length).toBeGreaterThan(0);
    expect(seen.filter(({ ranks }) => ranks.some((rank) => rank !== null)).length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says to a screen reader what the cursor shows", async () => {
    const { page, context } = await openDashboard(`${app.path}?days=30`);
    const { series } = await readOverview(app.path);
    // The last days may not be read yet.
    const measured = series.findLastIndex(({ rating_count: total }) => total !== null);
    await timeline(page).focus();
    await page.keyboard.press("End");
    for (let place = series.length - 1; place > measured; place -= 1) await page.keyboard.press("ArrowLeft");
    const spoken = page.locator("[aria-live=polite]").filter({ hasText: "New ratings" });
    const total = count(series[measured]?.rating_count ?? Number.NaN);
    await expect.poll(() => spoken.innerText()).toContain(`Ratings in total: ${total}`);
    await page.keyboard.press("Escape");
    await expect.poll(() => spoken.count()).toBe(0);
    await context.close();
  });

  it("costs two requests beside that of the saved views, and one more for the listing of a chosen day", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    const requests: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/v1/")) requests.push(pathname.split("/").at(-1) ?? "");
    });
    await goTo(`${app.path}?days=30`);
    await timeline(page).waitFor();
    await page.waitForLoadState("networkidle");
    expect(requests.toSorted()).toEqual(["overview", "sync-status", "views"]);

    await timeline(page).focus();
    await page.keyboard.press("End");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    const day = await tooltip(page).getAttribute("data-day");
    const listing = page.waitForRequest(/\/listing\?/);
    await page.keyboard.press("Enter");
    expect(new URL((await listing).url()).searchParams.get("at")).toBe(day);
    await page.waitForURL((url) => url.searchParams.get("day") === day);
    await page.getByRole("heading", { name: /^Listing of / }).waitFor();
    await page.getByRole("link", { name: "Open the listing" }).click();
    await page.waitForURL((url) => url.pathname.endsWith("/listing") && url.searchParams.get("at") === day);
    await page.getByText("characters").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("follows the pointer, chooses a day by a click, zooms by a drag and comes back", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}?days=30`, {
      viewport: { width: 1280, height: 1400 },
    });
    await timeline(page).waitFor();
    await page.waitForLoadState("networkidle");
    const box = await timeline(page).boundingBox();
    if (box === null) throw new TypeError("The timeline has no box.");
    const at = (share: number) => ({ x: box.x + 52 + share * (box.width - 64), y: box.y + box.height - 80 });
    const move = async (share: number) => page.mouse.move(at(share).x, at(share).y, { steps: 3 });
    await move(0.5);
    const first = await tooltip(page).getAttribute("data-day");
    await move(0.9);
    await expect.poll(() => tooltip(page).getAttribute("data-day")).not.toBe(first);
    const day = await tooltip(page).getAttribute("data-day");
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.get("day") === day);

    await move(0.4);
    await page.mouse.down();
    await move(0.6);
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.has("from") && url.searchParams.has("to"));
    const { searchParams } = new URL(page.url());
    const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
    expect(from < to).toBe(true);
    await timeline(page).focus();
    await page.keyboard.press("Home");
    await expect.poll(() => tooltip(page).getAttribute("data-day")).toBe(from);
    await page.keyboard.press("End");
    await expect.poll(() => tooltip(page).getAttribute("data-day")).toBe(to);

    await page.getByRole("button", { name: "Reset zoom" }).click();
    await page.waitForURL((url) => !url.searchParams.has("from"));
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get("from") === from);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("names the countries whose ratings moved most, and leads to the overview of one", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}?days=30`);
    const panel = page.getByRole("region", { name: "Countries that moved" });
    const { moved_countries: moved } = await readOverview(app.path);
    const [first] = moved;
    if (first === undefined) throw new Error("No storefront of the app has moved.");
    await expect.poll(() => panel.getByRole("rowheader").count()).toBe(moved.length);
    const row = panel.getByRole("row").nth(1);
    expect(await row.innerText()).toContain(count(Math.abs(first.gained)));
    await row.getByRole("link").click();
    await page.waitForURL((url) => url.searchParams.get("country") === first.country_code);
    expect(new URL(page.url()).searchParams.get("days")).toBe("30");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has the same values in a table", async () => {
    const { page, context } = await openDashboard(`${app.path}?days=30`);
    const data = await readOverview(app.path);
    const { series, charts, keyword_ranks: keywords } = data;
    await page.getByRole("button", { name: "Show table" }).click();
    const rows = page.getByRole("table", { name: "Timeline, by day" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(series.length + 1);
    const cells = await rows.nth(2).getByRole("cell").allInnerTexts();
    const day = series.at(-2);
    expect(cells.slice(0, charts.length + keywords.length + 4)).toEqual(day && textsOf(day, series.length - 2, data));
    await context.close();
  });

  it("of a country has its ranks, prices and ratings, and no competitor if none is chosen", async () => {
    const { page, context, complaints } = await openDashboard(null);
    const request = page.waitForRequest(/\/overview\?/);
    await page.goto(`${dashboard.url}/dashboard${app.path}?country=jp&rivals=none&vs=period&days=30`);
    const { searchParams } = new URL((await request).url());
    expect([searchParams.get("country_code"), searchParams.has("rivals[]"), searchParams.get("days")]).toEqual([
      "jp",
      false,
      "60",
    ]);
    await page.getByText("New ratings, Japan").waitFor();
    expect(await page.getByText("Competitors’ changes").count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("waits where requests are limited, and says that a device is offline", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}?days=30`);
    await timeline(page).waitFor();
    await failResponses(page, /\/overview\?/, { status: 429, detail: "Not now.", retryAfterSeconds: 3 });
    await page.reload();
    await page.getByText("Too many requests").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await letThrough(page, /\/overview\?/);
    await timeline(page).waitFor();

    await context.setOffline(true);
    await page.getByRole("button", { name: /^vs/ }).click();
    await page.getByText("This screen has not been loaded yet.").or(page.getByRole("dialog")).first().waitFor();
    await context.setOffline(false);
    await timeline(page).waitFor();
    expect(complaintsBesides(complaints, [429]).filter((text) => !isOffline(text))).toEqual([]);
    await context.close();
  });

  it.each([
    { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
    { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  ] as const)("fits %o within WCAG, with a chosen day and an open choice", async (options) => {
    const { page, context, complaints } = await openDashboard(`${app.path}?days=30`, options);
    await timeline(page).waitFor();
    await timeline(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Listing of / }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.viewport.width);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^When/ }).click();
    await page.getByRole("listbox", { name: "Days" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
