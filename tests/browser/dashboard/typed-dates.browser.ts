import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { addDays, todayUtc } from "../../../web/format/days.ts";
import { openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides } from "./screen-states.ts";

const { path } = seededApp("ios", "tracked");
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
    ["the listing", `${path}/listing`, "As of", "at", null],
    ["the diff", `${path}/diff?kind=days`, "From", "from", null],
    ["the overview", path, "From", "from", /^When/],
    ["the changes of an app", `${path}/changes`, "To", "to", /^When/],
    ["the changes of an app since a day", `${path}/changes`, "From", "from", /^When/],
    ["the ranks of an app", `${path}/rankings`, "Day", "date", null],
    ["all changes", "/changes/apps", "From", "from", /^When/],
    ["a chart", "/charts", "To", "date", null],
  ] as const)("chooses the day of %s", async (_, screen, label, parameter, opener) => {
    const { page, context, complaints } = await openDashboard(screen);
    const { pathname } = new URL(page.url());
    if (opener !== null) await page.getByRole("button", { name: opener }).click();
    await typeDay(page, label, past);

    await page.waitForURL((url) => url.searchParams.get(parameter) === past);
    await page.getByRole("group", { name: label, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
    // Days on the way to the typed one may have no listing.
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
