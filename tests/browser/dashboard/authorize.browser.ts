import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

import { violationsOf } from "./accessibility.ts";
import { signedInApi } from "./fixture/accounts.ts";
import { dashboard, newAccount, openDashboard } from "./open-dashboard.ts";
import { failResponses, letThrough } from "./screen-states.ts";

const verifier = randomBytes(32).toString("base64url");
const registered = z.object({ client_id: z.string() });
const tokens = z.object({ access_token: z.string() });

/** The user leaves the service for the assistant. */
const isUnexpected = (complaint: string) => !complaint.startsWith("left the host: http://127.0.0.1:");

/** An assistant on this computer, to which its user returns. */
async function startAssistant() {
  const returns: URL[] = [];
  const server = createServer(({ url = "" }, response) => {
    const { searchParams } = new URL(url, "http://127.0.0.1");
    if (url.startsWith("/callback")) returns.push(new URL(url, "http://127.0.0.1"));
    response.setHeader("content-type", "text/html");
    response.end(`<title>Assistant</title><iframe src="${searchParams.get("frame") ?? ""}"></iframe>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const redirectUri = `${origin}/callback`;
  const response = await fetch(`${dashboard.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Notebook", redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = registered.parse(await response.json());
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "a b",
    scope: "read write",
  });
  return {
    origin,
    address: (more: Record<string, string> = {}) => {
      for (const [name, value] of Object.entries(more)) query.set(name, value);
      return `${dashboard.url}/oauth/authorize?${query}`;
    },
    returned: () => Object.fromEntries(returns.at(-1)?.searchParams ?? []),
    async exchange(code: string): Promise<string> {
      const grant = { grant_type: "authorization_code", client_id: clientId, code, code_verifier: verifier };
      const sent = await fetch(`${dashboard.url}/oauth/token`, { method: "POST", body: new URLSearchParams(grant) });
      return tokens.parse(await sent.json()).access_token;
    },
  };
}

describe("the page on which a user connects an assistant", () => {
  it("[OAUTH-3 OAUTH-4] comes after login, and returns with what the user has allowed", async () => {
    const assistant = await startAssistant();
    const account = await newAccount();
    const { page, context, complaints, goTo } = await openDashboard(null, { account: null });
    await page.goto(assistant.address());
    await page.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Log in" }).click();

    await page.getByRole("heading", { level: 1, name: "Connect Notebook?" }).waitFor();
    await page.getByText(`${account.name} (${account.email})`).waitFor();
    await page.getByText("a program on this computer", { exact: true }).waitFor();
    await page.getByText("Any program can call itself “Notebook”").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.waitForURL((url) => url.origin === assistant.origin);

    const { code = "", state, iss } = assistant.returned();
    expect([state, iss]).toEqual(["a b", dashboard.url]);
    const token = await assistant.exchange(code);
    expect(await signedInApi(dashboard.url, token)("GET", "/tags")).toMatchObject({ data: [] });

    await goTo("/settings/api-tokens");
    const row = page.getByRole("row").filter({ hasText: "Notebook (a program on this computer)" });
    await row.getByText("Assistant", { exact: true }).waitFor();
    await row.getByText("read", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Revoke Notebook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await row.waitFor({ state: "detached" });
    const sent = await fetch(`${dashboard.url}/api/v1/tags`, { headers: { authorization: `Bearer ${token}` } });
    expect([sent.status, complaints.filter(isUnexpected)]).toEqual([401, []]);
    await context.close();
  });

  it("[OAUTH-4] returns with the denial of the user", async () => {
    const assistant = await startAssistant();
    const { page, context, complaints } = await openDashboard(null, { account: await newAccount() });
    await page.goto(assistant.address());
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL((url) => url.origin === assistant.origin);

    expect(assistant.returned()).toMatchObject({ error: "access_denied", state: "a b" });
    expect(complaints.filter(isUnexpected)).toEqual([]);
    await context.close();
  });

  it("[OAUTH-3] lets the user log in to another account, which then decides on the same request", async () => {
    const assistant = await startAssistant();
    const { page, context, complaints } = await openDashboard(null, { account: await newAccount() });
    const other = await newAccount();
    await page.goto(assistant.address());
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByLabel("Email").fill(other.email);
    await page.getByLabel("Password", { exact: true }).fill(other.password);
    await page.getByRole("button", { name: "Log in" }).click();

    await page.getByText(`${other.name} (${other.email})`).waitFor();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.waitForURL((url) => url.origin === assistant.origin);
    expect(assistant.returned()).toMatchObject({ code: expect.any(String), state: "a b" });
    expect(complaints.filter(isUnexpected)).toEqual([]);
    await context.close();
  });

  it("shows that the user is still logged in if the service does not respond to the logout", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await page.goto(assistant.address());
    await page.route("**/api/session", (route) => route.abort());
    await page.getByRole("button", { name: "Use another account" }).click();

    await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
    expect(await page.getByRole("button", { name: "Connect" }).isVisible()).toBe(true);
    await context.close();
  });

  it("[OAUTH-5] shows what is wrong with a request whose client is not known, and stays", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await page.goto(assistant.address({ redirect_uri: "https://evil.example/" }));
    await page.getByText("The client has not registered the address").waitFor();

    expect(new URL(page.url()).origin).toBe(dashboard.url);
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  });

  it("[OAUTH-17] shows that a document was not read, and goes on with the next try", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await failResponses(page, /\/session\/oauth\/requests$/, {
      status: 503,
      type: "urn:shelfwatch:problem:documents-unavailable",
      detail: "Documents of clients cannot be read at the moment.",
      retryAfterSeconds: 15,
    });
    await page.goto(assistant.address());
    await page.getByText("The assistant cannot be checked right now").waitFor();
    expect(await page.getByText("waking up").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);

    await letThrough(page, /\/session\/oauth\/requests$/);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { level: 1, name: "Connect Notebook?" }).waitFor();
    await context.close();
  });

  it("[OAUTH-5] lets the user return to a client whose request has a fault, and goes nowhere by itself", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await page.goto(assistant.address({ code_challenge_method: "plain" }));
    await page.getByText("The request of the assistant has a fault").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Return to a program on this computer" }).click();
    await page.waitForURL((url) => url.origin === assistant.origin);

    expect(assistant.returned()).toMatchObject({ error: "invalid_request", state: "a b" });
    await context.close();
  });

  it("[OAUTH-3] keeps the window that has opened it, which waits for the user to return", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await page.goto(assistant.origin);
    const opened = page.waitForEvent("popup");
    await page.evaluate(`window.popup = window.open(${JSON.stringify(assistant.address())}); undefined`);
    const popup = await opened;
    await popup.getByRole("button", { name: "Connect" }).click();
    await popup.waitForURL((url) => url.origin === assistant.origin);

    expect(await popup.evaluate("window.opener !== null")).toBe(true);
    expect(await page.evaluate("window.popup.closed")).toBe(false);
    await context.close();
  });

  it("[OAUTH-3] is not shown in a frame of another page", async () => {
    const assistant = await startAssistant();
    const { page, context } = await openDashboard(null, { account: await newAccount() });
    await page.goto(`${assistant.origin}/?frame=${encodeURIComponent(assistant.address())}`);

    const [, frame] = page.frames();
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
    await context.close();
  });
});
