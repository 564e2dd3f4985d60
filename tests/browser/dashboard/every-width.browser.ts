import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { addDays, todayUtc } from "../../../web/format/days.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { violationsOf } from "./accessibility.ts";
import { type OpenOptions, openDashboard, seededApp } from "./open-dashboard.ts";
import { figureTabs, listingTabs, rankingsTab, textTabs } from "./walks/app-tabs.ts";
import { accountScreens, ownScreens } from "./walks/own-screens.ts";
import { explorerScreens, storeScreens } from "./walks/store-screens.ts";
import { showsHeading, type WalkedScreen } from "./walks/walked-screen.ts";

const tracked = seededApp("ios", "tracked");
const apps = { tracked, competitor: seededApp("ios", "competitor") };
const past = addDays(todayUtc(Date.now()), -3);

type SeenScreen = Pick<WalkedScreen, "path" | "isFull">;

const form = (path: string, title: string): SeenScreen => ({ path, isFull: showsHeading(title) });
const chosenDay = { path: `${tracked.path}?days=30&day=${past}`, isFull: showsHeading(/^Listing of /) };

/** A feed of the heaviest events has all kinds of entries, and is checked in a part of the time. */
const ofNotable = ({ path, isFull }: SeenScreen) => ({
  path: path.startsWith("/changes/") ? `${path}?weight=notable` : path,
  isFull,
});

const screens: readonly (readonly [string, readonly SeenScreen[], OpenOptions])[] = [
  ["the entry", [form("/login", "Log in"), form("/register", "Create your account")], { account: null }],
  ["own apps", [...ownScreens(apps).map(ofNotable), form("/find/paste", "Paste a list")], {}],
  [
    "searches and settings",
    [...accountScreens(), form("/settings/webhooks?new=1", "Webhooks"), form("/settings/assistants", "Assistants")],
    {},
  ],
  ["the overview and the listing of an app", [chosenDay, ...listingTabs(apps)], {}],
  ["the figures of an app", [...figureTabs(apps), rankingsTab(`${tracked.path}/rankings`, tracked.name)], {}],
  ["the texts of an app", textTabs(apps), {}],
  ["charts and publishers", [...storeScreens(apps), ...explorerScreens()], {}],
];

const HEIGHT = 900;
const ofColours = ["color-contrast", "link-in-text-block"] as const;
const looks = [
  { width: 360, colorScheme: "light", rules: undefined },
  { width: 820, colorScheme: "light", rules: undefined },
  { width: 1280, colorScheme: "light", rules: undefined },
  // The schemes differ in colours alone. Other tests walk phones in the dark.
  { width: 1920, colorScheme: "dark", rules: ofColours },
] as const;

it.each(screens)(
  "shows %s within WCAG and without scrolling sideways, at each width, and in the dark at the widest",
  async (_, shown, options) => {
    const { page, context, complaints, goTo } = await openDashboard(null, { ...options, reducedMotion: "reduce" });
    const findings: string[] = [];
    for (const { path, isFull } of nonEmpty(shown)) {
      await goTo(path);
      await isFull(page);
      await page.waitForLoadState("networkidle");
      findings.push(...(await findingsOf(page)).map((finding) => `${path} at ${finding}`));
    }
    expect(findings).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** Returns what does not suit the screen, however it is looked at. */
async function findingsOf(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    let found = await violationsOf(page, { rules });
    // A colour whose transition began late is final the second time.
    if (found.length > 0) found = await violationsOf(page, { rules });
    findings.push(...found.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
    const scrollWidth = await page.evaluate("document.documentElement.scrollWidth");
    if (scrollWidth !== width) findings.push(`${width} px: the page is ${scrollWidth} px wide`);
  }
  return findings;
}
