import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";

import { endpoints } from "../../functions/endpoints.ts";
import { DATABASE_NAME } from "../../infra/local/database.ts";
import { type ShelfwatchHost, startHost } from "../../infra/local/start-host.ts";
import { callApi } from "../e2e/fixtures/call-api.ts";
import { connectForTest, type TestConnection } from "../support/test-connection.ts";
import { browserOptions } from "./find-browser.ts";
import { openWatchedPage, readStorage, type WatchedPage } from "./watched-page.ts";

const EMPTY_STORAGE = { local: {}, session: {}, cookie: "", name: "" };
/** Operations that the tests call. With all of them the page takes seconds to open. */
const called = new Set(["showCurrentUser", "listApps", "registerApp", "showListing", "registerUser"]);
/** Operations that are opened at once: each takes the page a second. */
const OPENED = 6;
const narrow = { width: 390, height: 844 };
const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

let dataDir: string;
let host: ShelfwatchHost;
let connection: TestConnection;
let browser: Browser;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-browser-"));
  host = await startHost({ dataDir });
  connection = connectForTest({ ...host.postgres, database: DATABASE_NAME });
  const registered = await callApi(host.url)("POST", "/auth/register", {
    ...account,
    password_confirmation: account.password,
  });
  token = (registered.data as { token: string }).token;
  browser = await chromium.launch(browserOptions());
});
afterAll(async () => {
  await browser?.close();
  await connection?.end();
  await host?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** All tests sign in from one address, more often than the limit allows. */
beforeEach(async () => {
  await connection.db.execute(sql`DELETE FROM rate_limits`);
});

const documented = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

/** Leaves the called operations of the document that the service serves. */
async function keepCalled(page: Page): Promise<void> {
  await page.route(/\/openapi\.json$/, async (route) => {
    const response = await route.fetch();
    const { paths, ...others } = documented.parse(await response.json());
    const kept = Object.entries(paths).flatMap(([path, operations]) => {
      const entries = Object.entries(operations).filter(([, { operationId }]) => called.has(operationId));
      return entries.length === 0 ? [] : [[path, Object.fromEntries(entries)] as const];
    });
    await route.fulfill({ response, json: { ...others, paths: Object.fromEntries(kept) } });
  });
}

async function openDocumentation(options: BrowserContextOptions = {}, path = "/api/documentation") {
  const watched = await openWatchedPage(browser, host.url, options);
  await keepCalled(watched.page);
  return await showDocumentation(watched, path);
}

async function showDocumentation(watched: WatchedPage, path = "/api/documentation"): Promise<WatchedPage> {
  await watched.page.goto(host.url + path);
  await watched.page.locator(".opblock").first().waitFor();
  // The form is hidden until the page knows whether there is a session.
  await watched.page.getByRole("button", { name: /^Sign (in|out)$/ }).waitFor();
  return watched;
}

async function signIn(page: Page, password = account.password) {
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

function focusOf(page: Page) {
  return page.evaluate("document.activeElement.id");
}

/** Calls an operation as a reader does, and returns what the page shows of it. */
async function tryOut(page: Page, operation: string) {
  const block = page.locator(`.opblock[id$="-${operation}"]`);
  if (!(await block.locator(".execute").isVisible())) await block.locator(".opblock-summary-control").click();
  await block.locator(".execute").click();
  const live = block.locator(".live-responses-table");
  await live.waitFor();
  return {
    status: (await live.locator("tbody .response-col_status").innerText()).trim(),
    body: await live.locator("tbody .response-col_description").innerText(),
  };
}

describe("the documentation in a browser", () => {
  it("[DOC-1] shows every operation, also when narrow, without a complaint or a request to another host", async () => {
    const { page, context, complaints } = await showDocumentation(await openWatchedPage(browser, host.url, {}));

    expect(await page.locator(".opblock").count()).toBe(endpoints.length);
    const controls = await page.locator(".opblock-summary-control").all();
    for (const control of controls.slice(0, OPENED)) await control.click();
    await expect.poll(() => page.locator(".execute").count()).toBe(OPENED);
    await page.setViewportSize(narrow);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("runs no inline script and sends no request to another host, whatever the page were made to do", async () => {
    const { page, context, complaints } = await openDocumentation();
    const inject = page.evaluate(`{
      const script = document.createElement("script");
      script.textContent = "window.isInjected = true";
      document.body.append(script);
    }`);
    await expect(inject).rejects.toThrow("TrustedScript");
    await page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');
    await expect(page.evaluate('document.body.insertAdjacentHTML("beforeend", "<b>made of text</b>")')).rejects.toThrow(
      "TrustedHTML",
    );

    expect(await page.evaluate("window.isInjected")).toBeUndefined();
    expect(complaints).toContain("policy: require-trusted-types-for trusted-types-sink");
    expect(complaints).toContain("policy: connect-src https://elsewhere.example/");
    await context.close();
  });

  it("shows the paragraphs, bold words and code of descriptions", async () => {
    const { page, context } = await openDocumentation();
    const description = page.locator(".info .renderedMarkdown");

    expect(await description.locator("p").count()).toBeGreaterThan(5);
    expect(await description.locator("p strong").first().innerText()).toBe("Tokens.");
    expect(await description.locator("p code").first().innerText()).toBe("Authorization: Bearer <token>");
    expect(await description.innerText()).not.toMatch(/\*\*|`/);
    await context.close();
  });

  it("[DOC-1] signs in, calls the API, stays signed in when it is loaded again, and signs out", async () => {
    const { page, context, complaints } = await openDocumentation();
    await signIn(page);
    await page.getByText("Signed in until").waitFor();

    const me = await tryOut(page, "showCurrentUser");
    expect(me.status).toBe("200");
    expect(me.body).toContain(account.email);
    expect(await readStorage(page)).toEqual(EMPTY_STORAGE);
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/api/session" }]);

    await page.reload();
    await page.getByText("Signed in until").waitFor();
    expect((await tryOut(page, "listApps")).status).toBe("200");
    expect(await readStorage(page)).toEqual(EMPTY_STORAGE);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);

    // Until the response is there, the page shows the one before.
    await expect.poll(async () => (await tryOut(page, "listApps")).status).toBe("401");
    await context.close();
  });

  it("is found with a slash at the end of its address, and works there as well", async () => {
    const { page, context, complaints } = await openDocumentation({}, "/api/documentation/");

    expect(new URL(page.url()).pathname).toBe("/api/documentation");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is operated without a mouse: what is under way is said, and the focus goes where the reader goes on", async () => {
    const { page, context } = await openDocumentation();
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Signed in until").waitFor();
    await expect.poll(() => focusOf(page)).toBe("sign-out");

    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Signed out.").waitFor();
    expect(await focusOf(page)).toBe("email");
    await context.close();
  });

  it("stays signed in when it could not sign out", async () => {
    const { page, context } = await openDocumentation();
    await signIn(page);
    await page.getByText("Signed in until").waitFor();
    await page.route("**/session", (route) => route.abort());
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("alert").getByText("The service did not respond.").waitFor();

    expect(await page.getByText("Signed in until").isVisible()).toBe(true);
    expect(await context.cookies()).toHaveLength(1);
    await context.close();
  });

  it("shows a newcomer where to register", async () => {
    const { page, context, complaints } = await openDocumentation();
    await page.getByRole("link", { name: "Register", exact: true }).click();

    await page.locator('.opblock[id$="-registerUser"] .execute').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(["light", "dark"] as const)(
    "fits a narrow screen, opened and with a response, in %s colours",
    async (colorScheme) => {
      const { page, context } = await openDocumentation({ colorScheme, viewport: narrow });
      await signIn(page);
      await page.getByText("Signed in until").waitFor();
      await tryOut(page, "registerApp");
      await tryOut(page, "showListing");

      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
      expect(await page.evaluate('document.documentElement.classList.contains("dark-mode")')).toBe(
        colorScheme === "dark",
      );
      await context.close();
    },
  );

  it("says why it could not sign in, and lets the password be typed again", async () => {
    const { page, context } = await openDocumentation();
    await signIn(page, "wrong horse battery");

    await page.getByRole("alert").getByText("The email or the password is wrong.").waitFor();
    expect(await focusOf(page)).toBe("password");
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it("takes a token that is pasted, and keeps it nowhere", async () => {
    const { page, context, complaints } = await openDocumentation();
    await page.getByRole("button", { name: "Authorize" }).first().click();
    await page.locator(".auth-container input").fill(token);
    await page.locator(".auth-btn-wrapper .authorize").click();
    await page.locator(".auth-btn-wrapper .btn-done").click();

    expect((await tryOut(page, "showCurrentUser")).status).toBe("200");
    expect(await readStorage(page)).toEqual(EMPTY_STORAGE);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
