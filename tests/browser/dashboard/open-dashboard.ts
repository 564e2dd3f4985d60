import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Cookie, chromium } from "playwright-core";
import { inject } from "vitest";

import { connectForTest, type TestConnection } from "../../support/test-connection.ts";
import { openWatchedPage, type WatchedPage } from "../watched-page.ts";
import { type Account, registerAccount } from "./fixture/accounts.ts";

export type OpenDashboard = WatchedPage & {
  /** Opens a path below /dashboard and waits for the screen's heading. */
  readonly goTo: (path: string) => Promise<void>;
  /** Returns the address of a path below /dashboard. */
  readonly address: (path: string) => string;
};

export type OpenOptions = BrowserContextOptions & {
  /** Default: the session of the seeded account, which tests only read. null: nobody is logged in. */
  readonly account?: Account | null;
};

/** The service that all tests of the dashboard share. */
export const dashboard = inject("dashboard");

let browser: Promise<Browser> | undefined;
let connection: TestConnection | undefined;
/** Of the seeded account, for all tests of a file: a login is slow on purpose. */
let sharedSession: Promise<readonly Cookie[]> | undefined;

/** Opens a screen, or with `null` none yet, in a browser profile of its own, logged in. */
export async function openDashboard(path: string | null = "/", options: OpenOptions = {}): Promise<OpenDashboard> {
  const { account, ...contextOptions } = options;
  browser ??= chromium.connect(dashboard.browser);
  const watched = await openWatchedPage(await browser, dashboard.url, contextOptions, dashboard.simulatorUrl);
  const { page, context } = watched;
  if (account === undefined) {
    sharedSession ??= logIn(context, dashboard.account);
    await context.addCookies(await sharedSession);
  } else if (account !== null) await logIn(context, account);
  const address = (to: string) => `${dashboard.url}/dashboard${to === "/" ? "" : to}`;
  const goTo = async (to: string) => {
    await page.goto(address(to));
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  if (path !== null) await goTo(path);
  return { ...watched, goTo, address };
}

/** Returns the cookies of a new session. */
async function logIn({ request }: BrowserContext, { email, password }: Account): Promise<readonly Cookie[]> {
  await clearLimits();
  const response = await request.post(`${dashboard.url}/api/session`, {
    data: { email, password },
    headers: { origin: dashboard.url },
  });
  if (!response.ok()) throw new Error(`POST /api/session returned ${response.status()}`);
  return (await request.storageState()).cookies;
}

/** An account without apps, for tests that change something. */
export async function newAccount(): Promise<Account> {
  const account = { name: "Grace Hopper", email: `${randomUUID()}@example.com`, password: "a long password" };
  await clearLimits();
  await registerAccount(dashboard.url, account);
  return account;
}

/** All tests log in from one address, more often than the limit allows. */
export async function clearLimits(): Promise<void> {
  connection ??= connectForTest(dashboard.database);
  await connection.db.execute(sql`DELETE FROM rate_limits`);
}

/** Returns the seeded app of a role at this place. */
export function seededApp(platform: "ios" | "android", role: "tracked" | "competitor", place = 0) {
  const app = dashboard.apps.filter((each) => each.platform === platform && each.role === role)[place];
  if (app === undefined) throw new TypeError(`The fixture has no ${role} app ${place} of ${platform}.`);
  const id = { platform: app.platform, external_id: app.externalId };
  return { ...app, id, path: `/apps/${app.platform}/${app.externalId}` };
}
