import { createHash } from "node:crypto";

import type { Db } from "../../../db/client.ts";
import { createApi } from "../../support/api.ts";
import type { TestDb } from "../../support/database.ts";
import type { TestRequest } from "../../support/requests.ts";
import { createUserWithPassword, openSession } from "../sessions/browser-sessions.ts";

export const ORIGIN = "http://api.example";
export const CALLBACK = "https://assistant.example/callback";
export const VERIFIER = "a-verifier-of-a-client-with-43-characters-or-more";
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

type Api = ReturnType<typeof createApi>;
type Parameters = Readonly<Record<string, string | undefined>>;

const headers = { "content-type": "application/x-www-form-urlencoded" };

/** Leaves out parameters that are undefined. */
export function formOf(parameters: Parameters): string {
  const sent = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams(sent).toString();
}

export function postForm(api: Api, path: string, parameters: Parameters, more: Partial<TestRequest> = {}) {
  return api.request({ method: "POST", path, body: formOf(parameters), headers, ...more });
}

export async function registerClient(api: Api, metadata: object = {}): Promise<string> {
  const body = { client_name: "Assistant", redirect_uris: [CALLBACK], ...metadata };
  const response = await api.request({ method: "POST", path: "/oauth/register", body, sourceIp: crypto.randomUUID() });
  return response.body.client_id;
}

/** The query with which a client sends a user to the page. */
export function queryOf(clientId: string, parameters: Parameters = {}): string {
  return formOf({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: "S256",
    state: "the state",
    scope: "read write",
    resource: `${ORIGIN}/mcp`,
    ...parameters,
  });
}

export function startAuthorization(api: Api, cookie: string, query: string, more: Partial<TestRequest> = {}) {
  const path = "/api/session/oauth/requests";
  return api.request({ method: "POST", path, body: { query }, cookies: [cookie], ...more });
}

export function decide(api: Api, cookie: string, body: object, more: Partial<TestRequest> = {}) {
  return api.request({ method: "POST", path: "/api/session/oauth/decisions", body, cookies: [cookie], ...more });
}

/** Returns the code that a client gets from a user who allows it all that it requests. */
export async function codeFor(api: Api, cookie: string, query: string): Promise<string> {
  const { consent } = (await startAuthorization(api, cookie, query)).body.data;
  const { secret, abilities } = consent;
  const { body } = await decide(api, cookie, { secret, abilities });
  return new URL(body.data.redirect_to).searchParams.get("code") ?? "";
}

export function exchange(api: Api, clientId: string, code: string, more: Parameters = {}) {
  const parameters = {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: VERIFIER,
    redirect_uri: CALLBACK,
  };
  return postForm(api, "/oauth/token", { ...parameters, ...more });
}

export function refresh(api: Api, clientId: string, refreshToken: string, more: Parameters = {}) {
  const parameters = { grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken };
  return postForm(api, "/oauth/token", { ...parameters, ...more });
}

export type Connected = {
  readonly api: Api;
  readonly user: Awaited<ReturnType<typeof createUserWithPassword>>;
  readonly cookie: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
};

/** A user who has connected a client. */
export async function connect(
  db: TestDb,
  { scope = "read write" }: { readonly scope?: string } = {},
): Promise<Connected> {
  const api = createApi(db);
  const user = await createUserWithPassword(db);
  const cookie = await openSession(db, user);
  const clientId = await registerClient(api);
  const code = await codeFor(api, cookie, queryOf(clientId, { scope }));
  const { body } = await exchange(api, clientId, code);
  return { api, user, cookie, clientId, accessToken: body.access_token, refreshToken: body.refresh_token };
}

/** The status with which the API responds to a token. */
export async function statusOf(db: Db, token: string, path = "/apps"): Promise<number> {
  return (await createApi(db).request({ method: "GET", path, token })).status;
}
