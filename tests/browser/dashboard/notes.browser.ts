import { beforeAll, describe, expect, it } from "vitest";

import { addDays, todayUtc } from "../../../web/format/days.ts";
import { formatDay } from "../../../web/format/times.ts";
import { violationsOf } from "./accessibility.ts";
import { type Account, registerAccount, signedInApi } from "./fixture/accounts.ts";
import { clearLimits, dashboard, openDashboard, seededApp } from "./open-dashboard.ts";

const app = seededApp("ios", "tracked");
const accountOf = (name: string): Account => ({
  name,
  email: `${crypto.randomUUID()}@example.com`,
  password: "a long password",
});
const account = accountOf("Chien-Shiung");
const other = accountOf("Emmy");
const day = addDays(todayUtc(Date.now()), -3);
const text = "The summer campaign <b>begins</b>";

beforeAll(async () => {
  await clearLimits();
  for (const each of [account, other]) {
    const api = signedInApi(dashboard.url, await registerAccount(dashboard.url, each));
    await api("POST", `${app.path}/track`);
  }
});

describe("notes of one's own", () => {
  it("are written for a day of the overview, and marked in a lane and in plots", async () => {
    const { page, context, complaints, goTo } = await openDashboard(`${app.path}?days=30&day=${day}`, { account });
    await page.getByRole("link", { name: "Write a note" }).click();
    const dialog = page.getByRole("dialog", { name: "New note" });
    await expect
      .poll(() => dialog.getByLabel("App", { exact: true }).locator(":checked").innerText())
      .toMatch(app.name);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByLabel("Text").fill(text);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("table", { name: "Notes" }).getByText(text).waitFor();
    expect(new URL(page.url()).searchParams.has("day")).toBe(false);

    await goTo(`${app.path}?days=30`);
    const mark = page.getByRole("button", { name: `${formatDay(day)}: 1 note, ${text}` });
    await mark.click();
    await page
      .getByRole("list", { name: `Notes of ${formatDay(day)}` })
      .getByText(text)
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Show table" }).click();
    await page.getByRole("table", { name: "Timeline, by day" }).getByRole("cell", { name: text }).waitFor();

    await goTo(`${app.path}/ratings?days=30`);
    await page.getByRole("list", { name: "Notes" }).getByText(text).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("are shown to no other user", async () => {
    const { page, context, goTo } = await openDashboard(`${app.path}?days=30&day=${day}`, { account: other });
    await page.getByRole("application", { name: /^Timeline/ }).waitFor();
    expect(await page.getByText(text).count()).toBe(0);
    await goTo("/settings/notes");
    await page.getByText("There is no note").waitFor();
    await context.close();
  });

  it("are changed and deleted", async () => {
    const { page, context, complaints } = await openDashboard("/settings/notes", { account });
    await page.getByRole("button", { name: `Change the note of ${formatDay(day)}` }).click();
    const dialog = page.getByRole("dialog", { name: "Change the note" });
    await dialog.getByLabel("App", { exact: true }).selectOption("No app");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "No app" }).waitFor();

    await page.getByRole("button", { name: `Delete the note of ${formatDay(day)}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("There is no note").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
