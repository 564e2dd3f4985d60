import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { appTabPath } from "../../../web/format/app-path.ts";
import { addDays, todayUtc } from "../../../web/format/days.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const { id, path } = seededApp("ios", "tracked");
const today = todayUtc(Date.now());
const past = addDays(today, -6);

/** Types a day into a field as a reader of American English does, and turns its last part up and down again. */
async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split("-");
  const parts = page.getByRole("group", { name: label, exact: true }).getByRole("spinbutton");
  await parts.first().focus();
  await page.keyboard.type(`${month}${date}${year}`, { delay: 30 });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
}

describe("a day that is typed", () => {
  it.each([
    ["the listing", appTabPath(id, "listing"), "As of", "at"],
    ["the ranks of an app", `${path}/rankings`, "Day", "date"],
    ["a chart", "/charts", "To", "date"],
  ])("chooses the day of %s", async (_, screen, label, parameter) => {
    const { page, context, complaints } = await openDashboard(screen);
    const { pathname } = new URL(page.url());
    await typeDay(page, label, past);

    await page.waitForURL((url) => url.searchParams.get(parameter) === past);
    await page.getByRole("group", { name: label, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
    // Days on the way to the typed one may have no listing.
    expect(complaintsBesides(complaints, [404])).toEqual([]);
    await context.close();
  });

  it.each([
    ["a listing", appTabPath(id, "listing", { view: "differences" }), "Days", "before", "at", null],
    ["the overview", path, "Dates", "from", "to", /^When/],
    ["the changes of an app", `${path}/changes`, "Dates", "from", "to", /^When/],
    ["all changes", "/changes/apps", "Dates", "from", "to", /^When/],
  ] as const)("begins and ends the days of %s", async (_, screen, label, firstParameter, lastParameter, opener) => {
    const { page, context, complaints } = await openDashboard(screen);
    if (opener !== null) await page.getByRole("button", { name: opener }).click();
    const days = page.getByRole("group", { name: label, exact: true });
    await days.getByRole("spinbutton").first().focus();
    const typed = (day: string) => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
    await page.keyboard.type(typed(past) + typed(addDays(today, -2)), { delay: 30 });

    await page.waitForURL(({ searchParams: chosen }) => chosen.get(firstParameter) === past);
    await page.waitForURL(({ searchParams: chosen }) => chosen.get(lastParameter) === addDays(today, -2));
    await days.waitFor();
    expect(complaintsBesides(complaints, [404])).toEqual([]);
    await context.close();
  });

  it("is the last one of a new token, whose form keeps what was typed", async () => {
    const { page, context, complaints } = await openDashboard("/settings/api-tokens");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("nightly report");
    await typeDay(page, "Last day", addDays(today, 40));

    const [year, month, date] = addDays(today, 40).split("-");
    const parts = page.getByRole("group", { name: "Last day", exact: true }).getByRole("spinbutton");
    await expect.poll(() => parts.allInnerTexts()).toEqual([month, date, year]);
    expect(await name.inputValue()).toBe("nightly report");
    expect(complaints).toEqual([]);
    await context.close();
  });
});
