import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { nonEmpty } from "../../support/non-empty.ts";
import { violationsOf } from "./accessibility.ts";
import { registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, newAccount, openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
const PHONE = { width: 360, height: 740 };

type ShownEvent = {
  readonly id: string;
  readonly weight: number;
  readonly data: { readonly countries: { country_code: string }[] | null };
};

/** Opens a screen and returns the events of its first response. */
async function openEvents(page: Page, goTo: (path: string) => Promise<void>, path: string) {
  const response = page.waitForResponse(/\/api\/v1\/events\?/);
  await goTo(path);
  return ((await (await response).json()) as { data: ShownEvent[] }).data;
}

const codesOf = ({ data }: ShownEvent) => (data.countries ?? []).map((place) => place.country_code);
const entriesOf = (page: Page) => page.getByRole("article");
const inManyLanguages = (page: Page) =>
  entriesOf(page)
    .filter({ hasText: /changed in \d+ languages \(\d+ texts?\)/ })
    .first();

describe("events on the dashboard", () => {
  it("are one entry each, however many languages changed, and one request a page", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/v1\/(events|changes)/.test(request.url())) requests.push(request.url());
    });
    const events = await openEvents(page, goTo, "/changes/apps?field=listing");
    await inManyLanguages(page).waitFor();
    expect(await entriesOf(page).count()).toBe(events.length);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const promoted = entriesOf(page).filter({ hasText: "Promotional text changed in 4 languages (2 texts)" });
    await promoted.getByText("English (US) and 2 that show it · French (France)", { exact: true }).waitFor();
    await expect.poll(() => promoted.locator("del").allInnerTexts()).toEqual(["One tap"]);
    expect(await promoted.locator("ins").allInnerTexts()).toEqual(["Two taps"]);
    await page.waitForLoadState("networkidle");
    expect(requests).toHaveLength(1);
    expect(await violationsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("open to the changes that they stand for, at an address of their own", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    await openEvents(page, goTo, "/changes/apps?field=listing");
    const entry = inManyLanguages(page);
    const name = (await entry.getAttribute("aria-label")) ?? "";
    await entry.getByRole("button", { name: "Details" }).click();
    await page.waitForURL(/event=evt_\d+/);
    await entry.getByText(/^\d+ more: /).click();
    await entry
      .getByRole("link", { name: /^Compare both days in / })
      .nth(1)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const shared = (await entry.getByRole("link", { name: "Link to this event" }).getAttribute("href")) ?? "";
    await page.reload();
    await entry
      .getByRole("link", { name: /^Compare both days in / })
      .first()
      .waitFor();
    await entry.getByRole("button", { name: "Hide details" }).click();
    await page.waitForURL((url) => !url.searchParams.has("event"));

    const event = new URL(shared, dashboard.url).searchParams.get("event");
    expect(new URL(shared, dashboard.url).pathname).toBe("/dashboard/changes/all");
    await goTo(`/changes/all?field=failed_sync&event=${event}`);
    const panel = page.getByRole("region", { name: "Event", exact: true });
    await panel.getByRole("article", { name, exact: true }).waitFor();
    await panel.getByText(/^\d+ more: /).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await panel.getByRole("button", { name: "Close" }).click();
    await panel.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("say that an event of an address is not there", async () => {
    const { page, context, goTo } = await openDashboard(null);
    await goTo("/changes/all?event=evt_999999999");
    await page.getByText("There is no such event").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("are those of the country or language in the address, and can be the notable ones alone", async () => {
    const { page, context, complaints, goTo } = await openDashboard(null);
    const prices = await openEvents(page, goTo, "/changes/all?field=price");
    const country = prices.flatMap(codesOf).at(-1) ?? "";
    const ofCountry = await openEvents(page, goTo, `/changes/all?field=price&country=${country}`);
    expect(ofCountry.length).toBeGreaterThan(0);
    expect(ofCountry).toEqual(prices.filter((event) => codesOf(event).includes(country)));

    expect(await openEvents(page, goTo, `${app.path}/changes?field=promotional_text&locale=ja`)).toHaveLength(1);
    expect(await openEvents(page, goTo, `${app.path}/changes?field=promotional_text&locale=de-DE`)).toHaveLength(0);

    const all = await openEvents(page, goTo, `${app.path}/changes`);
    const filtered = page.waitForResponse(/min_weight=0\.25/);
    await page.getByLabel("Weight", { exact: true }).selectOption("Notable");
    await page.waitForURL(/weight=notable/);
    const notable = ((await (await filtered).json()) as { data: ShownEvent[] }).data;
    expect(notable.length).toBeLessThan(all.length);
    for (const { weight } of nonEmpty(notable)) expect(weight).toBeGreaterThanOrEqual(0.25);
    const heaviest = page.waitForResponse(/sort=weight/);
    await page.getByLabel("Order").selectOption("Heaviest first");
    await page.waitForURL(/sort=weight/);
    const weights = ((await (await heaviest).json()) as { data: ShownEvent[] }).data.map(({ weight }) => weight);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are new since the last visit, until they are marked as seen", async () => {
    const account = { name: "Joan", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
    await clearLimits();
    const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, account));
    await api("POST", `${app.path}/track`);
    await api("PUT", "/account/seen", { events_until: "2020-01-01T00:00:00Z" });
    const { page, context, complaints } = await openDashboard("/", { account });
    await page.getByRole("heading", { name: /^\d+ changes since your last visit, 1 Jan 2020/ }).waitFor();
    await entriesOf(page).first().waitFor();
    expect(await entriesOf(page).count()).toBeLessThanOrEqual(8);
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Details" }).first().focus();
    await page.keyboard.press("e");
    await page.getByText("Nothing new since your last visit").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.getByRole("button", { name: /^Mark as seen/ }).count()).toBe(0);
    await page.getByRole("link", { name: "Show the newest changes" }).click();
    await entriesOf(page).first().waitFor();
    expect(await page.getByText("New", { exact: true }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are replaced by the newest changes of an app that the reader does not follow", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}/changes`, { account: await newAccount() });
    await page.getByText("These are the newest changes of this app.").waitFor();
    await page.getByRole("heading", { name: "Promotional text in 4 languages" }).waitFor();
    expect(await entriesOf(page).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("What changed").selectOption("Size");
    await page.getByRole("heading", { name: "Size in 1 country" }).waitFor();
    expect(await page.getByRole("heading", { name: /^Promotional text/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(["rank", "screenshots", "version", "price"])(
    "of %s open on a phone without scrolling sideways",
    async (kind) => {
      const { page, context, complaints, goTo } = await openDashboard(null, { viewport: PHONE });
      const events = await openEvents(page, goTo, `/changes/all?field=${kind}`);
      expect(events.length).toBeGreaterThan(0);
      const entry = entriesOf(page).first();
      await entry.getByRole("button", { name: "Details" }).click();
      await entry.getByRole("link", { name: "Link to this event" }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
      expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
