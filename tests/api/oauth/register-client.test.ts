import { describe, expect, it } from "vitest";

import { createApi } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { CALLBACK } from "./connect-client.ts";

const database = useDatabase();

function register(body: unknown, sourceIp: string = crypto.randomUUID(), headers: Record<string, string> = {}) {
  return createApi(database().db).request({ method: "POST", path: "/oauth/register", body, sourceIp, headers });
}

const client = { client_name: "Assistant", redirect_uris: [CALLBACK] };

describe("POST /oauth/register", () => {
  it("[OAUTH-2] registers a client without a secret", async () => {
    const { status, headers, body } = await register({ ...client, token_endpoint_auth_method: "client_secret_basic" });

    expect([status, headers["cache-control"]]).toEqual([201, "no-store"]);
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[\w-]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Assistant",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  it("[OAUTH-2] registers a client without a name, and says so to its users", async () => {
    const { status, body } = await register({
      redirect_uris: [CALLBACK],
      scope: "read",
      client_uri: "https://a.example",
    });

    expect([status, body.client_name]).toEqual([201, "A program without a name"]);
  });

  it.each([
    "http://127.0.0.1:8123/callback",
    "http://localhost/callback",
    "http://[::1]:1/",
    "com.example.assistant:/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
  ])("[OAUTH-2] accepts the address %s of a program on the user's machine", async (uri) => {
    expect((await register({ ...client, redirect_uris: [uri] })).status).toBe(201);
  });

  it.each([
    ["a fragment", "https://assistant.example/#code"],
    ["an empty fragment", "https://assistant.example/#"],
    ["http for another machine", "http://assistant.example/callback"],
    ["a host that only begins like this machine's", "http://localhost.assistant.example/"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a file", "file:///etc/passwd"],
    ["another program's scheme", "mailto:ada@example.com"],
    ["a password", "https://user:password@assistant.example/"],
    ["an address in place of a name", "https://192.0.2.1/callback"],
    ["a name without a period", "https://cursor/callback"],
    ["a backslash", "http://127.0.0.1\\@evil.example/callback"],
    ["another spelling of this machine", "http://0x7f.1/callback"],
    ["a line break", "https://assistant.example/\r\nx"],
    ["no scheme", "assistant.example/callback"],
    ["501 characters", `https://assistant.example/${"a".repeat(475)}`],
  ])("[OAUTH-2] rejects an address with %s", async (_, uri) => {
    const { status, body } = await register({ ...client, redirect_uris: [CALLBACK, uri] });

    expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
    expect(body.error_description).toContain("redirect_uris.1");
  });

  it.each([
    ["without an address", { client_name: "Assistant", redirect_uris: [] }],
    ["with 21 addresses", { ...client, redirect_uris: Array<string>(21).fill(CALLBACK) }],
    ["whose name turns its direction", { ...client, client_name: "Claude\u202Eedoc" }],
    ["whose name has two lines", { ...client, client_name: "Claude\nby Anthropic" }],
    ["with a name of 121 characters", { ...client, client_name: "a".repeat(121) }],
    ["whose name shows nothing", { ...client, client_name: "\u2800" }],
    ["whose name has letters that are not shown", { ...client, client_name: "Cl\u034Faude" }],
    ["that uses another grant", { ...client, grant_types: ["implicit"] }],
    ["that wants tokens in the address", { ...client, response_types: ["token"] }],
  ])("[OAUTH-2] rejects a client %s", async (_, body) => {
    const response = await register(body);

    expect([response.status, response.body.error]).toEqual([400, "invalid_client_metadata"]);
  });

  it("[OAUTH-2] rejects what is not JSON", async () => {
    const { status, body } = await register("client_name=Assistant", undefined, { "content-type": "text/plain" });

    expect([status, body.error]).toEqual([400, "invalid_client_metadata"]);
  });

  it("[OAUTH-13] registers 100 clients of one address in a day, and again the day after", async () => {
    const { sql } = database();
    const sourceIp = "198.51.100.78";
    await register(client, sourceIp);
    await sql`UPDATE rate_limits SET hits = 99 WHERE bucket = ${`day:oauth:${sourceIp}`}`;
    expect((await register(client, sourceIp)).status).toBe(201);

    const rejected = await register(client, sourceIp);
    expect([rejected.status, rejected.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(86_000);

    await sql`UPDATE rate_limits SET window_started_at = now() - interval '1 day' WHERE bucket = ${`day:oauth:${sourceIp}`}`;
    expect((await register(client, sourceIp)).status).toBe(201);
  });
});
