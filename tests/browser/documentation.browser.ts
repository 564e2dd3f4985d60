import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { type ShelfwatchHost, startHost } from "../../infra/local/start-host.ts";
import { callApi } from "../e2e/fixtures/call-api.ts";
import { findBrowser } from "./find-browser.ts";
import { openWatchedPage, readStorage } from "./watched-page.ts";

const EMPTY_STORAGE = { local: {}, session: {}, cookie: "", name: "" };
const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

let dataDir: string;
let host: ShelfwatchHost;
let browser: Browser;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-browser-"));
  host = await startHost({ dataDir });
  const registered = await callApi(host.url)("POST", "/auth/register", {
    ...account,
    password_confirmation: account.password,
  });
  token = (registered.data as { token: string }).token;
  const executablePath = findBrowser();
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium has no sandbox for root, which containers run as.
    chromiumSandbox: process.getuid?.() !== 0,
  });
});
afterAll(async () => {
  await browser?.close();
  await host?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openDocumentation() {
  const watched = await openWatchedPage(browser, host.url);
  await watched.page.goto(`${host.url}/api/documentation`);
  await watched.page.locator(".opblock").first().waitFor();
  return watched;
}

async function signIn(page: Page, password = account.password) {
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Calls an operation as a reader does, and answers what the page shows of it. */
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
  it("shows every operation, without a complaint or a request that leaves the host", async () => {
    const { page, context, complaints } = await openDocumentation();

    expect(await page.locator(".opblock").count()).toBe(endpoints.length);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("runs no inline script and asks no other host, whatever the page were made to do", async () => {
    const { page, context, complaints } = await openDocumentation();
    await page.evaluate(`{
      const script = document.createElement("script");
      script.textContent = "window.isInjected = true";
      document.body.append(script);
    }`);
    await page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');

    expect(await page.evaluate("window.isInjected")).toBeUndefined();
    expect(complaints).toContain("policy: script-src-elem inline");
    expect(complaints).toContain("policy: connect-src https://elsewhere.example/");
    await context.close();
  });

  it("signs in, calls the API, stays signed in when it is loaded again, and signs out", async () => {
    const { page, context, complaints } = await openDocumentation();
    await signIn(page);
    await page.getByText("Signed in until").waitFor();

    const me = await tryOut(page, "showCurrentUser");
    expect(me.status).toBe("200");
    expect(me.body).toContain(account.email);
    expect(await readStorage(page)).toEqual(EMPTY_STORAGE);
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/api/documentation" }]);

    await page.reload();
    await page.getByText("Signed in until").waitFor();
    expect((await tryOut(page, "listApps")).status).toBe("200");
    expect(await readStorage(page)).toEqual(EMPTY_STORAGE);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);

    expect((await tryOut(page, "listApps")).status).toBe("401");
    await context.close();
  });

  it("says why it could not sign in", async () => {
    const { page, context } = await openDocumentation();
    await signIn(page, "wrong horse battery");

    await page.getByRole("alert").getByText("The email or the password is wrong.").waitFor();
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
