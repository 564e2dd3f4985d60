import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { dashboard, openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
const rival = seededApp("ios", "competitor");
const { priced } = dashboard.cast;

/** Presses a button and returns the file that it saves, read back by another program. */
async function savedBy(page: Page, button: Locator): Promise<readonly string[][]> {
  const saved = page.waitForEvent("download");
  await button.click();
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await (await saved).saveAs(path);
  const content = await readFile(path);
  await rm(path);
  expect(content.subarray(0, 3)).toEqual(Buffer.from("\uFEFF"));
  return parse(content, { bom: true, record_delimiter: "\r\n" });
}

const page = z.looseObject({ data: z.array(z.looseObject({ name: z.string() })) });
const movers = z.looseObject({ data: z.looseObject({ moved: z.array(z.looseObject({})) }) });
const MOVERS = 12;
const compared = z.looseObject({ data: z.looseObject({ apps: z.array(z.looseObject({ id: z.int() })) }) });
const KEYWORDS = 60;
const NAMES = [
  '=HYPERLINK("https://example.com","free")',
  'The "best", they say',
  "+1 Notes",
  "-5 °C",
  "@home",
  "Plain",
];

describe("a file of a table or a plot", () => {
  it("has the rows of the screen, also with formulas and quotes in names", async () => {
    const { page: shown, context, complaints, goTo } = await openDashboard(null);
    await shown.route(/\/api\/v1\/apps\?/, async (route) => {
      const response = await route.fetch();
      const body = page.parse(await response.json());
      const data = body.data.map((row, place) => ({ ...row, name: NAMES[place] ?? row.name }));
      await route.fulfill({ response, json: { ...body, data } });
    });
    await goTo("/apps");
    const table = shown.getByRole("table", { name: "Tracked apps" });
    await table.getByRole("link", { name: NAMES[1] ?? "", exact: true }).waitFor();
    const names = await table.locator("tbody th a").allInnerTexts();
    const [head, ...rows] = await savedBy(shown, shown.getByRole("button", { name: "CSV of Tracked apps" }));
    expect(head?.slice(0, 3)).toEqual(["App", "Store", "Rating"]);
    expect(rows.map(([name = ""]) => name.replace(/^'(?=[=+\-@])/, ""))).toEqual(names);
    expect(rows.filter(([name]) => /^[=+\-@]/.test(name ?? ""))).toEqual([]);
    await shown.getByText(`The file has ${names.length} rows`).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has the cells of a table as they are shown, with days as a program reads them", async () => {
    const {
      page: shown,
      context,
      complaints,
    } = await openDashboard(`/apps/${priced.platform}/${priced.externalId}/storefronts?country=us`);
    const table = shown.getByRole("table", { name: /^Prices in / });
    await table.waitFor();
    const days = await table
      .locator("tbody th time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
    const prices = await table.locator("tbody tr td:nth-child(3)").allInnerTexts();
    const [head, ...rows] = await savedBy(shown, shown.getByRole("button", { name: /^CSV of Prices in / }));
    expect(head).toEqual(["Since", "Until", "Price", "Change"]);
    expect(rows.map(([since]) => since)).toEqual(days);
    expect(rows.map((row) => row[2])).toEqual(prices);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has the ranks of each country in each chart", async () => {
    const { page: shown, context, complaints } = await openDashboard(`${app.path}/rankings`);
    const table = shown.getByRole("table", { name: "Ranks by country and chart" });
    await table.waitFor();
    const ranks = await table.locator("tbody td:nth-child(2) button").allInnerTexts();
    const [, ...rows] = await savedBy(shown, shown.getByRole("button", { name: "CSV of Ranks by country and chart" }));
    expect(ranks.length).toBeGreaterThan(0);
    expect(rows.map((row) => row[1]).filter((rank) => /^\d+$/.test(rank ?? ""))).toEqual(ranks);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("names the facts that apps are compared by", async () => {
    const {
      page: shown,
      context,
      complaints,
    } = await openDashboard(`${app.path}/competitors?compare=${rival.externalId}`);
    const table = shown.getByRole("table", { name: "Comparison with competitors" });
    await table.getByText(rival.name, { exact: true }).first().waitFor();
    const facts = await table.locator("tbody th").allInnerTexts();
    const [head, ...rows] = await savedBy(
      shown,
      shown.getByRole("button", { name: "CSV of Comparison with competitors" }),
    );
    expect(head).toEqual(["Fact", app.name, rival.name]);
    expect(facts).toContain("Release cadence");
    expect(rows.map(([fact]) => fact)).toEqual(facts);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has all compared keywords, also those that the table does not show yet", async () => {
    const { page: shown, context, complaints, goTo } = await openDashboard(null);
    const uses = Object.fromEntries(
      Array.from({ length: KEYWORDS }, (_, id) => [`word${id}`, { count: 1, density: 1 }]),
    );
    await shown.route(/\/keywords\/compare\?/, async (route) => {
      const response = await route.fetch();
      const body = compared.parse(await response.json());
      const keywords = Object.fromEntries(body.data.apps.map(({ id }) => [id, uses]));
      await route.fulfill({ response, json: { ...body, data: { ...body.data, keywords } } });
    });
    await goTo(`${app.path}/keywords?only=missing`);
    await shown
      .getByRole("group", { name: /^Compare with/ })
      .getByRole("checkbox")
      .first()
      .check({ force: true });
    const table = shown.getByRole("table", { name: /^Keywords side by side/ });
    await table.waitFor();
    expect(await table.locator("tbody tr").count()).toBeLessThan(KEYWORDS);
    const [, ...rows] = await savedBy(shown, shown.getByRole("button", { name: /^CSV of Keywords side by side/ }));
    expect(rows).toHaveLength(KEYWORDS);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has all apps that moved in a chart", async () => {
    const { page: shown, context, complaints, goTo } = await openDashboard(null);
    await shown.route(/\/charts\/movers\?/, async (route) => {
      const response = await route.fetch();
      const body = movers.parse(await response.json());
      const moved = Array.from({ length: MOVERS }, (_, id) => ({ ...body.data.moved[0], app_id: id, rank_change: 1 }));
      await route.fulfill({ response, json: { ...body, data: { ...body.data, moved } } });
    });
    await goTo("/charts");
    const [, ...rows] = await savedBy(shown, shown.getByRole("button", { name: "CSV of Climbed" }));
    expect(rows).toHaveLength(MOVERS);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has the times of sessions as a program reads them", async () => {
    const { page: shown, context, complaints } = await openDashboard("/settings/api-tokens");
    const [head, ...rows] = await savedBy(shown, shown.getByRole("button", { name: "CSV of Browser sessions" }));
    expect(head?.[0]).toBe("Logged in");
    expect(rows.filter(([begun]) => !/^\d{4}-\d{2}-\d{2}T[\d:]+Z/.test(begun ?? ""))).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has a row for each day of a plot", async () => {
    const { page: shown, context, complaints } = await openDashboard(`${app.path}/ratings?days=30`);
    const plot = shown.getByRole("figure").first();
    await plot.getByRole("button", { name: "Show table" }).click();
    const days = await plot
      .locator("tbody th time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
    const [head, ...rows] = await savedBy(shown, plot.getByRole("button", { name: /^CSV of / }));
    expect(head?.[0]).toBe("Day");
    expect(rows.map(([day]) => day)).toEqual(days);
    expect(days.length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("has all events that the filters leave", async () => {
    const { page: shown, context, complaints, goTo } = await openDashboard(null);
    const read = shown.waitForResponse(/\/api\/v1\/events\?/);
    await goTo("/changes/all?field=listing");
    const { total } = z.object({ meta: z.object({ total: z.int() }) }).parse(await (await read).json()).meta;
    const [head, ...rows] = await savedBy(shown, shown.getByRole("button", { name: "CSV of changes" }));
    expect(head?.[4]).toBe("What changed");
    expect(rows).toHaveLength(total);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
