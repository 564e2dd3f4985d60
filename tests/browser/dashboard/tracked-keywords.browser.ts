import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { addDays, todayUtc } from "../../../web/format/days.ts";
import { formatDay } from "../../../web/format/times.ts";
import { addTerm, addTermDays, makeRoomForResults, type TermDay, trackTerm } from "../../support/keyword-results.ts";
import { connectForTest } from "../../support/test-connection.ts";
import { violationsOf } from "./accessibility.ts";
import { type Account, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { complaintsBesides, failResponses } from "./screen-states.ts";

const INVALID = 422;
const UNAVAILABLE = 503;
const app = seededApp("ios", "tracked");
const rival = seededApp("ios", "competitor");
const today = todayUtc(Date.now());
const [yesterday, dayBefore] = [addDays(today, -1), addDays(today, -2)];
const connection = connectForTest(dashboard.database);
const newcomer = accountOf("Radia");
const regular = accountOf("Barbara");
const ids = z.object({ data: z.object({ id: z.int() }) });

function accountOf(name: string): Account {
  return { name, email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
}

/** Follows the app, and returns the ids of the user and of the app. */
async function follow(account: Account) {
  const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
  await api("POST", `${app.path}/track`);
  await api("POST", `${app.path}/competitors`, { competitor_external_id: rival.externalId });
  const idAt = async (path: string) => ids.parse(await api("GET", path)).data.id;
  return { userId: await idAt("/auth/me"), appId: await idAt(app.path) };
}

beforeAll(async () => {
  await clearLimits();
  await follow(newcomer);
  const link = await follow(regular);
  const { db } = connection;
  await makeRoomForResults(db, dayBefore);
  const add = async (term: string, days: readonly TermDay[]) => {
    const keywordId = await addTerm(db, { term, countryCode: "us" });
    // The service plans the day of a term that somebody tracks, unless it has ended.
    await addTermDays(db, { keywordId, days: [...days, { day: today, shown: "failed" }] });
    await trackTerm(db, { ...link, keywordId });
  };
  const unknown = ["9000000001", "9000000002", "9000000003"];
  await add("rain alarm", [
    { day: dayBefore, shown: [...unknown, app.externalId] },
    { day: yesterday, shown: [rival.externalId, app.externalId, ...unknown] },
  ]);
  await add("storm radar", [{ day: yesterday, shown: [...unknown, rival.externalId] }]);
  await add("snow", []);
});

afterAll(() => connection.end());

const address = `${app.path}/keywords?view=tracked`;
const rowOf = (page: Page, term: string) =>
  page.getByRole("table", { name: "Tracked keywords" }).getByRole("row").filter({ hasText: term });

describe("tracked keywords", () => {
  it("are added by what the store suggests, which is requested once for a term", async () => {
    const { page, context, complaints } = await openDashboard(address, { account: newcomer });
    const requested: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/keywords/suggestions")) requested.push(searchParams.get("term") ?? "");
    });
    await page.getByText("No keyword is tracked").waitFor();
    const field = page.getByRole("combobox", { name: "Term" });
    await field.pressSequentially("weath");
    const options = page.getByRole("option").filter({ hasText: /^weath/ });
    await options.first().waitFor();
    expect(await violationsOf(page, { besides: ["aria-hidden-focus"] })).toEqual([]);
    const term = await options.first().innerText();
    await field.press("Backspace");
    await field.pressSequentially("h");
    await options.first().click();
    expect(await field.inputValue()).toBe(term);
    await page.getByRole("button", { name: "Track", exact: true }).click();
    await rowOf(page, term).waitFor();
    await page.getByText(/^1 of \d+ used/).waitFor();
    expect(requested.filter((one) => one === "weath")).toHaveLength(1);
    expect(requested).not.toContain(term);
    expect(await violationsOf(page)).toEqual([]);

    await rowOf(page, term)
      .getByRole("button", { name: /^Untrack/ })
      .click();
    await page.getByText("No keyword is tracked").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are added in several countries at once", async () => {
    const { page, context, complaints } = await openDashboard(address, { account: newcomer });
    await page.getByRole("button", { name: /^Countries / }).click();
    const list = page.getByRole("listbox", { name: "Countries" });
    for (const name of ["Germany", "Japan"]) await list.getByRole("option", { name, exact: true }).click();
    expect(await violationsOf(page, { besides: ["aria-hidden-focus"] })).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Countries 3 countries" }).waitFor();
    await page.getByRole("combobox", { name: "Term" }).fill("moonrise");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Track", exact: true }).click();
    await page.getByText("“moonrise” is tracked in 3 countries.").waitFor();
    for (const name of ["United States", "Germany", "Japan"])
      await rowOf(page, "moonrise").filter({ hasText: name }).waitFor();

    await page.getByRole("button", { name: "Paste a list" }).click();
    await page.getByRole("textbox", { name: "Terms" }).fill("moonset\nmoonlight,us");
    await page.getByRole("button", { name: "Track 4 keywords" }).click();
    await rowOf(page, "moonset").filter({ hasText: "Japan" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are added as a list, whose errors are named by row", async () => {
    const { page, context, complaints } = await openDashboard(address, { account: newcomer });
    await page.getByRole("button", { name: "Paste a list" }).click();
    const field = page.getByRole("textbox", { name: "Terms" });
    const errors = page.getByRole("list", { name: "Errors by row" });
    await field.fill("term,country\nsunrise,us\nx\nsunset,zz");
    await errors.getByText("Row 3: A term has at least 2 characters.").waitFor();
    await errors.getByText("Row 4: The store has no country “zz”.").waitFor();
    expect(await page.getByRole("button", { name: "Track 1 keyword" }).isDisabled()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);

    // Its lower case has twice as many characters, which only the service counts.
    await field.fill(`sunrise,us\n\n${"İ".repeat(60)}`);
    await page.getByRole("button", { name: "Track 2 keywords" }).click();
    await errors.getByText(/^Row 3: The term field must not be greater than 100 characters/).waitFor();
    await field.fill("sunrise,us\nsunset,de\nSunrise");
    await page.getByText("1 row repeated").waitFor();
    await page.getByRole("button", { name: "Track 2 keywords" }).click();
    await rowOf(page, "sunrise").waitFor();
    await rowOf(page, "sunset").getByText("Germany").waitFor();
    expect(complaintsBesides(complaints, [INVALID])).toEqual([]);
    await context.close();
  });

  it("show the sentence of a service that tracks none", async () => {
    const { page, context, complaints } = await openDashboard(null, { account: newcomer });
    const detail = "This service tracks no keywords and shows no suggestions.";
    await failResponses(page, /\/tracked-keywords$/, { status: UNAVAILABLE, detail });
    await page.goto(`${dashboard.url}/dashboard${address}`);
    await page.getByRole("combobox", { name: "Term" }).fill("moon");
    // The list of suggestions hides the rest of the page while it is open.
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Track", exact: true }).click();
    await page.getByRole("status").getByText(detail).waitFor();
    expect(complaintsBesides(complaints, [UNAVAILABLE])).toEqual([]);
    await context.close();
  });

  it("show ranks, changes and states, in the order and country of the address", async () => {
    const { page, context, complaints, goTo } = await openDashboard(address, { account: regular });
    await rowOf(page, "rain alarm").getByText("#2", { exact: true }).waitFor();
    await rowOf(page, "rain alarm").getByText("up 2").waitFor();
    await rowOf(page, "storm radar").getByText("Not in the first 4").waitFor();
    await rowOf(page, "snow").getByText("Not read").waitFor();
    await page.getByRole("figure").getByRole("application").waitFor();
    const names = page.getByRole("table", { name: "Tracked keywords" }).getByRole("rowheader");
    expect(await names.allInnerTexts()).toEqual(["rain alarm", "snow", "storm radar"]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("columnheader", { name: "Change" }).getByRole("button").click();
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("change");

    await page.getByRole("checkbox", { name: "Plot “storm radar” in United States" }).uncheck();
    await page.getByRole("checkbox", { name: "Plot “snow” in United States" }).uncheck();
    await page.getByRole("checkbox", { name: rival.name }).check();
    await page.getByRole("figure", { name: "Rank in the store’s search for “rain alarm”" }).waitFor();
    const compared = page.getByRole("table", { name: "Ranks side by side" }).getByRole("row");
    await expect.poll(() => compared.filter({ hasText: "rain alarm" }).innerText()).toMatch(/#2\s+#1/);
    expect(await violationsOf(page)).toEqual([]);

    await goTo(`${address}&country=de`);
    await page.getByText("No keyword is tracked in Germany").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("show the results of a day, gaps, and words of listings to track", async () => {
    const { page, context, complaints } = await openDashboard(address, { account: regular });
    await rowOf(page, "rain alarm")
      .getByRole("button", { name: /^Results/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Results for “rain alarm” in United States" });
    const results = dialog.getByRole("table", { name: `Results on ${formatDay(yesterday)}` }).getByRole("row");
    await expect.poll(() => results.nth(1).innerText()).toMatch(new RegExp(`^1\\s+.*${rival.name}\\s+Competitor`, "s"));
    await expect.poll(() => results.nth(2).innerText()).toMatch(new RegExp(`^2\\s+.*${app.name}\\s+This app`, "s"));
    await results.nth(3).getByText("9000000001, not known yet").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("results")).toBe(false);

    await page.getByText("Gaps", { exact: true }).click();
    const gaps = page.getByRole("table", { name: "Terms with a competitor among the first 20" });
    await gaps.getByText(`${rival.name} #4`).waitFor();
    expect(await gaps.getByText("rain alarm").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);

    await page.getByText("Words to track", { exact: true }).click();
    const words = page.getByRole("table", { name: "Words of listings that are not tracked" });
    const term = await words.getByRole("rowheader").first().innerText();
    await words.getByRole("button", { name: `Track “${term}”` }).click();
    await page.getByText(/^4 of \d+ used/).waitFor();
    await expect.poll(() => words.getByRole("rowheader").first().innerText()).not.toBe(term);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
