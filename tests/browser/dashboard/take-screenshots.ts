/**
 * `npm run screenshots` renews the pictures of docs/dashboard.md from a service on this machine with its own history.
 * With names, as in `npm run screenshots -- today ratings`, it renews these alone.
 */
import { chmod, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

import { appTabPath } from "../../../web/format/app-path.ts";
import { browserOptions } from "../find-browser.ts";
import { chooseRivals, type RankedTerm } from "./choose-rivals.ts";
import { logIn as logInByApi, signedInApi } from "./fixture/accounts.ts";
import type { SeededApp } from "./fixture/seed-dashboard.ts";
import { type RunningDashboard, startDashboard } from "./fixture/start-dashboard.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

type Shot = {
  readonly name: string;
  readonly path: string;
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  /** The text is typed into the command menu on the screen of `path`, and opens the first place that it offers. */
  readonly jump?: string;
  /** Pixels that are scrolled down before. */
  readonly scroll?: number;
};

const BYTES_MAX = 200 * 1_024;
const WIDE = 1_440;
const HEIGHT = 900;
const SCREEN_MS_MAX = 60_000;
/** Plots draw and pictures are decoded after the last response. */
const SETTLE_MS = 1_500;

const wanted = new Set(process.argv.slice(2));
const folder = join(import.meta.dirname, "..", "..", "..", "docs", "images", "dashboard");
const dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-screenshots-"));
// The database server may run under another account.
await chmod(dataDir, 0o711);
const browser = await chromium.launch(browserOptions());
const dashboard = await startDashboard(dataDir);
try {
  await mkdir(folder, { recursive: true });
  const storageState = await logIn(dashboard);
  for (const shot of shotsOf(dashboard)) await takeShot(shot, storageState);
  // The competitors that it needs are in no other picture.
  await takeShot(await rivalsShot(dashboard), storageState);
} finally {
  await browser.close();
  await dashboard.host.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function trackedApp({ apps }: Pick<RunningDashboard, "apps">): SeededApp {
  const tracked = apps.find(({ platform, role }) => platform === "ios" && role === "tracked");
  if (tracked === undefined) throw new TypeError("The fixture has no tracked app.");
  return tracked;
}

function idOf({ platform, externalId }: Pick<SeededApp, "platform" | "externalId">) {
  return { platform, external_id: externalId };
}

function shotsOf({ apps, cast: { changing, priced } }: RunningDashboard): readonly Shot[] {
  const tracked = trackedApp({ apps });
  const [app, changed, sold] = [idOf(tracked), idOf(changing), idOf(priced)] as const;
  const compared = { view: "differences", before: changing.before, at: changing.after };
  return [
    { name: "today", path: "" },
    { name: "changes", path: appTabPath(app, "changes", { country: "jp", locale: "ja" }), scroll: 280 },
    { name: "find", path: "/find?term=weather" },
    { name: "overview", path: `/apps/${tracked.platform}/${tracked.externalId}` },
    { name: "listing", path: appTabPath(app, "listing") },
    { name: "differences", path: appTabPath(changed, "listing", compared), scroll: 300 },
    { name: "facts", path: appTabPath(app, "listing", { view: "facts" }) },
    { name: "ratings", path: appTabPath(app, "ratings", { countries: "us,jp,de" }) },
    { name: "prices", path: appTabPath(sold, "storefronts", { country: "us" }) },
    { name: "storefronts", path: appTabPath(app, "storefronts") },
    { name: "keywords", path: "", jump: `${tracked.name} keywords rivals` },
    { name: "tracked-keywords", path: appTabPath(app, "keywords", { view: "tracked" }), scroll: 264 },
    { name: "webhook", path: "/settings/webhooks/1" },
    { name: "charts", path: "/charts" },
    { name: "competitors", path: appTabPath(app, "competitors"), colorScheme: "dark" },
    { name: "phone", path: "/apps", width: 390, colorScheme: "dark" },
  ];
}

async function rivalsShot({ apps, host, account }: RunningDashboard): Promise<Shot> {
  const tracked = trackedApp({ apps });
  const term = await chooseRivals(signedInApi(host.url, await logInByApi(host.url, account)), tracked);
  return { name: "keyword-ranks", path: plotPath(tracked, term), scroll: 900 };
}

function plotPath(app: SeededApp, { keywordId, rivalIds }: RankedTerm): string {
  const plotted = { view: "tracked", country: "us", days: "30", ids: String(keywordId), compare: rivalIds.join() };
  return appTabPath(idOf(app), "keywords", plotted);
}

/** Once for all pictures: logins are limited. */
async function logIn({ host, account: { email, password } }: RunningDashboard): Promise<StorageState> {
  const context = await browser.newContext();
  const options = { data: { email, password }, headers: { origin: host.url } };
  const response = await context.request.post(`${host.url}/api/session`, options);
  if (!response.ok()) throw new Error(`POST /api/session returned ${response.status()}`);
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}

async function takeShot(shot: Shot, storageState: StorageState): Promise<void> {
  if (wanted.size > 0 && !wanted.has(shot.name)) return;
  const { name, path, jump, colorScheme = "light", width = WIDE, scroll = 0 } = shot;
  const viewport = { width, height: HEIGHT };
  const context = await browser.newContext({ storageState, viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(SCREEN_MS_MAX);
  await page.goto(`${dashboard.host.url}/dashboard${path}`);
  if (jump !== undefined) await jumpTo(page, jump);
  await showWhole(page, scroll);
  const file = join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = await stat(file);
  console.log(`${name}.png ${(size / 1_024).toFixed(0)} KB${size > BYTES_MAX ? ", too large" : ""}`);
  if (size > BYTES_MAX) process.exitCode = 1;
  await context.close();
}

async function jumpTo(page: Page, typed: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Jump to" }).waitFor();
  await page.keyboard.type(typed);
  await page.getByRole("dialog").getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\//);
}

async function showWhole(page: Page, scroll: number): Promise<void> {
  // A first visit may show a system font, which the next one does not.
  await page.waitForLoadState("networkidle");
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const loading = page.getByRole("main").getByRole("status").filter({ hasText: "…" });
  // A part that has loaded may load others.
  for (const _step of ["screen", "its parts"]) {
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLE_MS);
    await loading.first().waitFor({ state: "detached" });
  }
  await page.evaluate(`scrollTo(0, ${scroll})`);
  await page.waitForTimeout(SETTLE_MS);
}
