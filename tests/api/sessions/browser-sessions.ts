import type { Db } from "../../../db/client.ts";
import { createPasswords } from "../../../lib/auth/password.ts";
import { createApi } from "../../support/api.ts";
import type { TestDb } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";
import type { TestRequest } from "../../support/requests.ts";

export const PASSWORD = "correct horse";
const SESSION = "/api/session";
const passwords = createPasswords(4);

export async function createUserWithPassword(db: TestDb) {
  return createUser(db, { password: await passwords.hash(PASSWORD) });
}

export function signIn(db: Db, body: unknown, more: Partial<TestRequest> = {}) {
  return createApi(db).request({ method: "POST", path: SESSION, body, sourceIp: crypto.randomUUID(), ...more });
}

/** What the browser would present after signing in. */
export async function openSession(db: TestDb, user?: { readonly email: string }): Promise<string> {
  const { email } = user ?? (await createUserWithPassword(db));
  const { cookies } = await signIn(db, { email, password: PASSWORD });
  return cookies[0]?.split(";")[0] ?? "";
}

export function askForToken(db: Db, cookie: string | undefined, more: Partial<TestRequest> = {}) {
  return createApi(db).request({ method: "POST", path: `${SESSION}/token`, ...withCookie(cookie), ...more });
}

export function signOut(db: Db, cookie: string | undefined, more: Partial<TestRequest> = {}) {
  return createApi(db).request({ method: "DELETE", path: SESSION, ...withCookie(cookie), ...more });
}

function withCookie(cookie: string | undefined) {
  return cookie === undefined ? {} : { cookies: ["theme=dark", cookie] };
}

/** Headers by which a browser names the site that a request comes from, and whether that is this one. */
export const origins: readonly (readonly [string, Readonly<Record<string, string>>, "own" | "other"])[] = [
  ["no browser's headers", {}, "own"],
  ["the page itself", { "sec-fetch-site": "same-origin", origin: "https://api.example" }, "own"],
  ["the page in a browser without Sec-Fetch-Site", { origin: "https://api.example" }, "own"],
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, "other"],
  ["a sister of the site", { "sec-fetch-site": "same-site", origin: "https://www.api.example" }, "other"],
  ["another site in a browser without Sec-Fetch-Site", { origin: "https://evil.example" }, "other"],
  ["another port of the host", { origin: "https://api.example:8443" }, "other"],
  ["an origin that is hidden", { origin: "null" }, "other"],
];
