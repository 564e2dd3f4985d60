import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { dashboard, openDashboard, seededApp } from "./open-dashboard.ts";
import { failResponses } from "./screen-states.ts";

const app = seededApp("ios", "tracked");
const competitor = seededApp("ios", "competitor");

/** Chooses in a long list, whose code may still be on its way. */
async function choose(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label }).and(page.locator("input"));
  await field.fill(name);
  await page.getByRole("option", { name }).first().click();
}

describe("filters of the dashboard", () => {
  it("leave the changes of a language, or of a country", async () => {
    const { page, context, complaints } = await openDashboard("/changes/apps");
    await page.waitForLoadState("networkidle");
    await choose(page, "Language", "Japanese");
    await page.waitForURL(/locale=ja/);
    const request = page.waitForRequest(/country_code=de/);
    await page.getByRole("button", { name: /^Where/ }).click();
    await page.getByRole("option", { name: "Germany" }).click();
    await page.waitForURL(/country=de/);
    expect(new URL((await request).url()).searchParams.get("locale")).toBe("ja");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("offer every app that has competitors, however many there are", async () => {
    const { page, context, goTo } = await openDashboard(null);
    await page.route(/\/api\/v1\/apps\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { id: number; name: string }[]; meta: object };
      const shown = Number(new URL(route.request().url()).searchParams.get("page"));
      const [first] = body.data;
      const data = Array.from({ length: 100 }, (_, index) => {
        const place = (shown - 1) * 100 + index;
        return { ...first, id: 1_000 + place, name: `App ${place}` };
      });
      await route.fulfill({ response, json: { ...body, data, meta: { ...body.meta, last_page: 3, total: 300 } } });
    });
    const last = page.waitForResponse(/\/api\/v1\/apps\?.*\bpage=3\b/);
    await goTo("/changes/competitors");
    await last;
    await choose(page, "Competitors of", "App 299");
    await page.waitForURL(/of=1299/);
    await context.close();
  });

  it("say that competitors of an app that is not tracked are none, and that a failed read failed", async () => {
    const { page, context } = await openDashboard("/changes/competitors?of=999999999");
    await page.getByText("No change matches").waitFor();

    await failResponses(page, /\/api\/v1\/competitors\?/, { status: 500, detail: "Not now." });
    await page.reload();
    await page.getByRole("button", { name: "Retry" }).first().waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).first().click();
    await page.getByText("No change matches").waitFor();
    await context.close();
  });

  it("count the words of the chosen texts, and those of a version of a competitor", async () => {
    const { page, context, complaints } = await openDashboard(`${app.path}/keywords`);
    const table = page.getByRole("table", { name: "Keywords of the listing" });
    await table.waitFor();
    const title = page.waitForRequest(/fields%5B%5D=title$|fields%5B%5D=title&/);
    await page.getByLabel("Texts").selectOption("Title");
    expect(new URL((await title).url()).searchParams.getAll("fields[]")).toEqual(["title"]);
    await expect.poll(() => table.getByRole("row").count()).toBeLessThan(10);

    await page.getByRole("checkbox", { name: competitor.name }).check();
    const versions = page.getByLabel(`Version of ${competitor.name}`);
    const version = versions.getByRole("option").nth(1);
    const id = (await version.getAttribute("value")) ?? "";
    const compared = page.waitForRequest((request) => request.url().includes(`version_ids%5B%5D=${id}`));
    await versions.selectOption(id);
    expect(new URL((await compared).url()).origin).toBe(dashboard.url);
    await page.getByRole("table", { name: /^Keywords side by side/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
