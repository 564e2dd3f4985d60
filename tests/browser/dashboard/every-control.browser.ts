import { expect, it } from "vitest";
import { nonEmpty } from "../../support/non-empty.ts";
import { type OpenOptions, openDashboard, seededApp } from "./open-dashboard.ts";
import { figureTabs, listingTabs, rankingsTab, textTabs } from "./walks/app-tabs.ts";
import { accountScreens, ownScreens } from "./walks/own-screens.ts";
import { pressControls, rejectWrites } from "./walks/press-controls.ts";
import { explorerScreens, storeScreens } from "./walks/store-screens.ts";
import { showsHeading, type WalkedScreen } from "./walks/walked-screen.ts";

const tracked = seededApp("ios", "tracked");
const apps = { tracked, competitor: seededApp("ios", "competitor") };

type PressedScreen = Pick<WalkedScreen, "path" | "isFull">;

const form = (path: string, title: string): PressedScreen => ({ path, isFull: showsHeading(title) });

/** A rejection of what was typed, by a store or the service, is no failure of the screen. */
const isResponse = (text: string) => /with a status of [45]\d\d|net::ERR_/.test(text);

const screens: readonly (readonly [string, readonly PressedScreen[], OpenOptions])[] = [
  ["the entry", [form("/login", "Log in"), form("/register", "Create your account")], { account: null }],
  ["own apps", [...ownScreens(apps), form("/find/paste", "Paste a list")], {}],
  [
    "searches and settings",
    [...accountScreens(), form("/settings/webhooks?new=1", "Webhooks"), form("/settings/assistants", "Assistants")],
    {},
  ],
  ["the listing of an app", listingTabs(apps), {}],
  ["the figures of an app", figureTabs(apps), {}],
  ["the texts of an app", textTabs(apps), {}],
  ["charts and publishers", [...storeScreens(apps), ...explorerScreens()], {}],
];

it.each(screens)(
  "keeps the screens of %s, whatever is typed and pressed in their controls",
  async (_, shown, options) => {
    const { page, context, complaints, goTo } = await openDashboard(null, options);
    for (const { path, isFull } of nonEmpty(shown)) {
      await rejectWrites(page);
      await goTo(path);
      await isFull(page);
      await page.waitForLoadState("networkidle");
      expect((await pressControls(page, path)).length, path).toBeGreaterThan(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expect(complaints.filter((text) => !isResponse(text))).toEqual([]);
    await context.close();
  },
);

it("keeps the ranks of an app, whatever is typed and pressed in their controls", async () => {
  const { page, context, complaints } = await openDashboard("/charts?view=chart");
  await rejectWrites(page);
  const first = page.getByRole("table", { name: "Chart by rank" }).getByRole("rowheader").first();
  await first.getByRole("link").first().click();
  await page.waitForURL(/\/rankings/);
  const { pathname } = new URL(page.url());
  await rankingsTab(pathname, "").isFull(page);
  await page.waitForLoadState("networkidle");

  const pressed = await pressControls(page, pathname);
  expect(pressed.some((key) => key.startsWith("application"))).toBe(true);
  expect(complaints.filter((text) => !isResponse(text))).toEqual([]);
  await context.close();
});
