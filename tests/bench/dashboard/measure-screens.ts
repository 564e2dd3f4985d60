import type { Browser, BrowserContext, Page, Request } from "playwright-core";

import type { RunningDashboard } from "../../browser/dashboard/fixture/start-dashboard.ts";

export type MeasuredScreen = {
  readonly path: string;
  /** Of the API, the session's token among them. */
  readonly calls: number;
  readonly files: number;
  readonly kilobytes: number;
};

const SCREEN_MS_MAX = 60_000;

/** Returns what each screen requests in a browser that has nothing of it yet, and that is logged in. */
export async function measureScreens(
  browser: Browser,
  { host, account }: Pick<RunningDashboard, "host" | "account">,
  paths: readonly string[],
): Promise<readonly MeasuredScreen[]> {
  const storageState = await logInOnce(browser, { host, account });
  const measured: MeasuredScreen[] = [];
  for (const path of paths) {
    const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
    measured.push(await measureScreen(context, host.url, path));
    await context.close();
  }
  return measured;
}

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Returns the cookies of a session. */
export async function logInOnce(
  browser: Browser,
  { host, account: { email, password } }: Pick<RunningDashboard, "host" | "account">,
): Promise<StorageState> {
  const context = await browser.newContext();
  const response = await context.request.post(`${host.url}/api/session`, {
    data: { email, password },
    headers: { origin: host.url },
  });
  if (!response.ok()) throw new Error(`POST /api/session returned ${response.status()}`);
  const storageState = await context.storageState();
  await context.close();
  return storageState;
}

/** Returns what a browser that has nothing of it requests from the login to Today: files without and with the font. */
export async function measureFirstLoad(
  browser: Browser,
  { host, account }: Pick<RunningDashboard, "host" | "account">,
): Promise<{ readonly requests: number; readonly kilobytes: number; readonly fontKilobytes: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(SCREEN_MS_MAX);
  const requests = collectRequests(page);
  await page.goto(`${host.url}/dashboard/login`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("textbox", { name: "Password" }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
  await page.waitForLoadState("networkidle");
  const files = requests.filter(isFile);
  const isFont = (request: Request) => request.resourceType() === "font";
  const kilobytes = await kilobytesOf(files.filter((request) => !isFont(request)));
  const fontKilobytes = await kilobytesOf(files.filter(isFont));
  await context.close();
  // Pictures come from the stores.
  const own = requests.filter((request) => new URL(request.url()).origin === host.url);
  return { requests: own.length, kilobytes, fontKilobytes };
}

async function measureScreen(context: BrowserContext, url: string, path: string): Promise<MeasuredScreen> {
  const page = await context.newPage();
  page.setDefaultTimeout(SCREEN_MS_MAX);
  const requests = collectRequests(page);
  await page.goto(`${url}/dashboard${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const calls = requests.filter((request) => new URL(request.url()).pathname.startsWith("/api/"));
  const files = requests.filter(isFile);
  return { path, calls: calls.length, files: files.length, kilobytes: await kilobytesOf(files) };
}

function collectRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return requests;
}

function isFile(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith("/dashboard");
}

async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1_024;
}
