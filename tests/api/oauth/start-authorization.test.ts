import { beforeAll, describe, expect, it } from "vitest";

import type { DocumentResult } from "../../../lib/webhooks/read-document.ts";
import { SenderUnavailableError } from "../../../lib/webhooks/sender-unavailable.ts";
import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createUserWithPassword, openSession, origins } from "../sessions/browser-sessions.ts";
import { CALLBACK, connect, ORIGIN, queryOf, registerClient, startAuthorization } from "./connect-client.ts";

const database = useDatabase();
let clientId: string;

beforeAll(async () => {
  clientId = await registerClient(createApi(database().db));
});

async function start(query: string, more = {}) {
  const { db } = database();
  const user = await createUserWithPassword(db);
  const cookie = await openSession(db, user);
  return { user, ...(await startAuthorization(createApi(db), cookie, query, more)) };
}

const returnedTo = (text: string) => {
  const url = new URL(text);
  return { to: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe("POST /api/session/oauth/requests", () => {
  it("[OAUTH-4] shows the client, where the user returns to, what it requests, and the account", async () => {
    const { status, headers, body, user } = await start(queryOf(clientId));

    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(body.data).toEqual({
      fault: null,
      consent: {
        secret: expect.stringMatching(/^\d+\.[\w-]{43}$/),
        client: { id: clientId, kind: "registered", name: "Assistant" },
        place: { kind: "site", name: "assistant.example" },
        abilities: ["read", "write"],
        account: { name: user.name, email: user.email },
        expires_at: expect.any(String),
      },
    });
    const minutes = (Date.parse(body.data.consent.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
  });

  it("[OAUTH-4] requests the decision of a user who has connected the client already, too", async () => {
    const connected = await connect(database().db);
    const { body } = await startAuthorization(connected.api, connected.cookie, queryOf(connected.clientId));

    expect([body.data.fault, body.data.consent.abilities]).toEqual([null, ["read", "write"]]);
    expect(JSON.stringify(body)).not.toMatch(/redirect_to|code/);
  });

  it.each([
    ["read", ["read"]],
    ["write", ["write"]],
    ["write read offline_access", ["read", "write"]],
    [undefined, ["read"]],
  ])("[OAUTH-4] understands the scope %s", async (scope, abilities) => {
    const { body } = await start(queryOf(clientId, { scope }));

    expect(body.data.consent.abilities).toEqual(abilities);
  });

  it.each<[string, { readonly client_id?: string | undefined; readonly redirect_uri?: string }]>([
    ["of an unknown client", { client_id: "unknown" }],
    ["without a client", { client_id: undefined }],
    ["of a client whose id has NUL", { client_id: "a\0" }],
    ["with an address that is not registered", { redirect_uri: "https://evil.example/callback" }],
    ["with an address below the registered one", { redirect_uri: `${CALLBACK}/more` }],
    ["with another query in the address", { redirect_uri: `${CALLBACK}?next=evil` }],
    ["with a fragment in the address", { redirect_uri: `${CALLBACK}#fragment` }],
    ["with a user in the address", { redirect_uri: "https://user:password@assistant.example/callback" }],
    ["with another port of the address", { redirect_uri: "https://assistant.example:444/callback" }],
  ])("[OAUTH-5] tells the user of a request %s, and sends nobody anywhere", async (_, parameters) => {
    const { status, body, text } = await start(queryOf(clientId, parameters));

    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(parameters.redirect_uri === undefined ? "client_id" : "redirect_uri");
    expect(text).not.toContain("evil.example");
  });

  it("[OAUTH-5] rejects a parameter that is sent twice", async () => {
    const { status } = await start(`${queryOf(clientId)}&redirect_uri=https%3A%2F%2Fevil.example`);

    expect(status).toBe(422);
  });

  it.each([
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["no challenge", { code_challenge: undefined }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["a short challenge", { code_challenge: "short" }, "invalid_request"],
    ["an unknown scope", { scope: "read admin" }, "invalid_scope"],
    ["a resource of another service", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["the API as its resource", { resource: `${ORIGIN}/api/v1` }, "invalid_target"],
  ])("[OAUTH-5] lets the user return to the client with an error for %s", async (_, parameters, error) => {
    const { status, body } = await start(queryOf(clientId, parameters));

    expect([status, body.data.consent]).toEqual([200, null]);
    expect(body.data.fault.place).toEqual({ kind: "site", name: "assistant.example" });
    const returned = returnedTo(body.data.fault.redirect_to);
    expect(returned).toMatchObject({ to: CALLBACK, error, state: "the state", iss: ORIGIN });
  });

  it("[OAUTH-5] takes any port of a program on the user's machine, and no other host of it", async () => {
    const id = await registerClient(createApi(database().db), { redirect_uris: ["http://127.0.0.1/callback"] });

    const { body } = await start(queryOf(id, { redirect_uri: "http://127.0.0.1:49152/callback" }));
    expect(body.data.consent.place).toEqual({ kind: "computer", name: "127.0.0.1" });
  });

  it.each([
    "http://localhost:49152/callback",
    "http://127.0.0.1:49152/other",
    "http://127.0.0.1:5#x@evil.example/callback",
    "http://127.0.0.1:5/callback#fragment",
    "http://127.0.0.1\\@evil.example/callback",
    "http://user:password@127.0.0.1:5/callback",
    "http://evil.example:80@127.0.0.1/callback",
    "http://0x7f.1/callback",
    "http://127.0.0.1\t/callback",
    "http://127.0.0.1.evil.example/callback",
  ])("[OAUTH-5] takes %s for no address of a program that has registered another", async (redirect_uri) => {
    const id = await registerClient(createApi(database().db), { redirect_uris: ["http://127.0.0.1:1234/callback"] });

    expect((await start(queryOf(id, { redirect_uri }))).status).toBe(422);
  });

  it.each([
    ["HTTP://API.example/mcp", 200],
    ["http://api.example:80/mcp/", 200],
    ["http://api.example/mcp/more", 422],
  ])("[OAUTH-9] compares the resource %s as addresses are compared", async (resource, status) => {
    const { body } = await start(queryOf(clientId, { resource }));

    expect(body.data.consent === null ? 422 : 200).toBe(status);
  });

  it("[OAUTH-5] does not require the address from a client that has one", async () => {
    const { body } = await start(queryOf(clientId, { redirect_uri: undefined }));

    expect(body.data.consent.place.name).toBe("assistant.example");
  });

  it("[OAUTH-3] requires a session", async () => {
    const { status } = await startAuthorization(createApi(database().db), "shelfwatch_session=none", queryOf(clientId));

    expect(status).toBe(401);
  });

  it.each(origins)("[OAUTH-3] treats %s as a session endpoint does", async (_, headers, site) => {
    const { status } = await start(queryOf(clientId), { headers });

    expect(status).toBe(site === "own" ? 200 : 403);
  });

  it("[OAUTH-13] keeps the newest 20 requests of a user", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const cookie = await openSession(db, user);
    await startAuthorization(createApi(db), cookie, queryOf(clientId));
    await sql`
      INSERT INTO oauth_requests (session_id, user_id, client_id, client_name, redirect_uri, code_challenge, abilities,
        secret_sha256, expires_at)
      SELECT session_id, user_id, client_id, client_name, redirect_uri, code_challenge, abilities, secret_sha256, now()
      FROM oauth_requests, generate_series(1, 30) WHERE user_id = ${user.id}`;
    await startAuthorization(createApi(db), cookie, queryOf(clientId));

    const [row] = await sql`SELECT count(*)::int AS kept FROM oauth_requests WHERE user_id = ${user.id}`;
    expect(row).toEqual({ kept: 20 });
  });
});

describe("the document of a client", () => {
  let number = 0;
  const nextId = () => `https://assistant.example/clients/${++number}.json`;
  const documentOf = (id: string, more: object = {}) => ({
    client_id: id,
    client_name: "Claude",
    redirect_uris: [CALLBACK],
    ...more,
  });
  const found = (body: unknown, more: object = {}): DocumentResult => ({
    status: 200,
    contentType: "application/json",
    body: JSON.stringify(body),
    ...more,
  });

  async function startWith(id: string, results: readonly DocumentResult[], pause = async () => {}) {
    const { db } = database();
    const reads: string[] = [];
    const readDocument = async (url: string) => {
      reads.push(url);
      return results[reads.length - 1] ?? { error: "dns" as const };
    };
    const cookie = await openSession(db);
    const responses = [];
    for (const _ of results) {
      responses.push(await startAuthorization(createApi(db, { readDocument }), cookie, queryOf(id)));
      await pause();
    }
    return { reads, responses };
  }

  it("[OAUTH-6] names the client, and is read once an hour", async () => {
    const id = nextId();
    const document = found(documentOf(id));
    const { reads, responses } = await startWith(id, [document, document]);

    expect(responses[1]?.body.data.consent.client).toEqual({
      id,
      kind: "document",
      name: "Claude",
    });
    expect(reads).toEqual([id]);
    const [row] = await database().sql`
      SELECT round(extract(epoch FROM read_until - now()) / 60)::int AS minutes FROM oauth_clients WHERE id = ${id}`;
    expect(row).toEqual({ minutes: 60 });
  });

  it.each([
    [60, 60],
    [86_400 * 30, 86_400],
  ])("[OAUTH-6] is kept for %i s if the client says so, and for a day at most", async (maxAgeSeconds, kept) => {
    const id = nextId();
    await startWith(id, [found(documentOf(id), { maxAgeSeconds })]);

    const [row] = await database().sql`
      SELECT round(extract(epoch FROM read_until - now()))::int AS seconds FROM oauth_clients WHERE id = ${id}`;
    expect(row?.seconds).toBeGreaterThan(kept - 10);
    expect(row?.seconds).toBeLessThanOrEqual(kept);
  });

  it("[OAUTH-6] that no longer has an address ends it", async () => {
    const id = nextId();
    const changed = documentOf(id, { redirect_uris: ["https://new.example/callback"] });
    const results = [found(documentOf(id), { maxAgeSeconds: 0 }), found(changed)];
    const { responses } = await startWith(id, results);

    expect(responses.map(({ status }) => status)).toEqual([200, 422]);
    expect(responses[1]?.body.errors).toHaveProperty("redirect_uri");
  });

  it("[OAUTH-6] of a client that can also use a key is one of a client without a secret", async () => {
    const id = nextId();
    const methods = { token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] };
    const document = documentOf(id, { token_endpoint_auth_method: "private_key_jwt", ...methods });
    const { responses } = await startWith(id, [found(document)]);

    expect(responses[0]?.body.data.consent.client.kind).toBe("document");
  });

  it("[OAUTH-13] is read at most 50 times for one user in a day", async () => {
    const { db, sql } = database();
    const user = await createUserWithPassword(db);
    const cookie = await openSession(db, user);
    const ask = () => {
      const id = nextId();
      return startAuthorization(
        createApi(db, { readDocument: async () => found(documentOf(id)) }),
        cookie,
        queryOf(id),
      );
    };
    await ask();
    await sql`UPDATE rate_limits SET hits = 49 WHERE bucket = ${`day:documents:${user.id}`}`;

    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  });

  it.each<[string, (id: string) => DocumentResult]>([
    ["cannot be reached", () => ({ error: "connect" })],
    ["leads to an address that is not on the internet", () => ({ error: "rejected_address" })],
    ["is longer than 16 KiB", () => ({ error: "too_long" })],
    ["is a redirect", (id) => found(documentOf(id), { status: 302 })],
    ["is no JSON", () => found("", { body: "<html>" })],
    ["has another type", (id) => found(documentOf(id), { contentType: "text/html" })],
    ["is another client's", () => found(documentOf("https://other.example/client.json"))],
    ["requires a secret", (id) => found(documentOf(id, { token_endpoint_auth_method: "client_secret_post" }))],
    ["has an address with a fragment", (id) => found(documentOf(id, { redirect_uris: ["https://a.example/#"] }))],
    ["has no name", (id) => found(documentOf(id, { client_name: undefined }))],
  ])("[OAUTH-6] makes a client unusable if it %s", async (_, resultOf) => {
    const id = nextId();
    const { responses } = await startWith(id, [resultOf(id)]);

    expect(responses[0]?.status).toBe(422);
    expect(responses[0]?.body.errors).toHaveProperty("client_id");
  });

  it.each([
    ["a secret", { client_secret: "secret" }],
    ["a secret without a value", { client_secret: null }],
    ["the time at which a secret expires", { client_secret_expires_at: 0 }],
  ])("[OAUTH-6] makes a client unusable if it contains %s", async (_, secret) => {
    const id = nextId();
    const { responses } = await startWith(id, [found(documentOf(id, secret))]);

    expect(responses[0]).toMatchObject({
      status: 422,
      body: { errors: { client_id: ["The document of the client contains a secret."] } },
    });
  });

  it.each([
    "http://assistant.example/client.json",
    "https://assistant.example/",
    "https://assistant.example",
    "https://assistant.example/a/../client.json",
    "https://user@assistant.example/client.json",
    "https://assistant.example/client.json#a",
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
  ])("[OAUTH-6] is not read at %s", async (id) => {
    const { reads, responses } = await startWith(id, [found(documentOf(id))]);

    expect([responses[0]?.status, reads]).toEqual([422, []]);
  });

  it("[OAUTH-17] is not blamed for a sender that cannot be reached, and the page may try again", async () => {
    const { db } = database();
    const readDocument = async () => {
      throw new SenderUnavailableError("The sender returned 429.");
    };
    const cookie = await openSession(db);
    const response = await startAuthorization(createApi(db, { readDocument }), cookie, queryOf(nextId()));

    expect(response).toMatchObject({
      status: 503,
      headers: { "retry-after": "15" },
      body: {
        type: "urn:shelfwatch:problem:documents-unavailable",
        detail: "Documents of clients cannot be read at the moment.",
      },
    });
    expect(response.body).not.toHaveProperty("errors");
  });

  it("[OAUTH-17] is not said to be unavailable for now if the service has a fault", async () => {
    const { db } = database();
    const readDocument = async () => {
      throw new Error("The sender returned 403.");
    };
    const cookie = await openSession(db);
    const { status } = await startAuthorization(createApi(db, { readDocument }), cookie, queryOf(nextId()));

    expect(status).toBe(500);
  });

  it("[OAUTH-6] is not read on a stage without a sender", async () => {
    const { status, body } = await start(queryOf(nextId()));

    expect([status, body.detail]).toEqual([422, "This service does not read documents of clients."]);
  });
});
