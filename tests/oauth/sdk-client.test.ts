import { IssuerMismatchError } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";

import { tools } from "../../functions/mcp/generated/tools.ts";
import { createAddressLimit } from "../../lib/mcp/address-limit.ts";
import { prompts } from "../../lib/mcp/prompts.ts";
import { createMcp } from "../../lib/mcp/serve-mcp.ts";
import type { ReadDocument } from "../../lib/webhooks/read-document.ts";
import { CALLBACK, decide, startAuthorization } from "../api/oauth/connect-client.ts";
import { createUserWithPassword, openSession } from "../api/sessions/browser-sessions.ts";
import { createApi } from "../support/api.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { httpApiEvent } from "../support/requests.ts";
import { silentLog } from "../support/silent-log.ts";
import { createAssistant } from "./assistant.ts";

const database = useDatabase();

const ORIGIN = "https://api.example";
const https = { "x-forwarded-proto": "https" };
const DOCUMENT = "https://assistant.example/client.json";

const readDocument: ReadDocument = async (url) => ({
  status: 200,
  contentType: "application/json",
  body: JSON.stringify({ client_id: url, client_name: "Document assistant", redirect_uris: [CALLBACK] }),
});

/** The whole service at one address, as assistants and the browsers of their users see it. */
function createService(db: TestDb) {
  const api = createApi(db, { readDocument });
  const requests: string[] = [];
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const text = await request.text();
    const sent = {
      method: request.method,
      path: pathname + search,
      headers: { ...Object.fromEntries(request.headers), ...https },
      ...(text !== "" && { body: text }),
    };
    if (pathname !== "/mcp") {
      const {
        status,
        headers,
        text: body = null,
      } = await api.request({ ...sent, path: sent.path.replace("/api/v1", "") });
      return new Response(status === 204 ? null : body, { status, headers: withoutEncoding(headers) });
    }
    const { statusCode = 200, headers, body } = await mcp(httpApiEvent(sent));
    return new Response(statusCode === 202 ? null : (body ?? null), {
      status: statusCode,
      headers: withoutEncoding(headers ?? {}),
    });
  };
  const mcp = createMcp({
    tools,
    prompts,
    fetch: send,
    apiUrl: ORIGIN,
    allowedOrigins: [],
    authorization: "oauth",
    limit: createAddressLimit({ perMinute: 1_000, now: () => 0 }),
    log: silentLog,
  });
  return { api, send, requests };
}

function withoutEncoding(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name !== "content-encoding");
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** The user allows all that the assistant requests, and returns to it. */
async function consent({ api }: ReturnType<typeof createService>, db: TestDb, address: URL): Promise<URL> {
  const cookie = (await openSession(db, await createUserWithPassword(db))).replace("shelfwatch", "__Host-shelfwatch");
  const { body } = await startAuthorization(api, cookie, address.search.slice(1), { headers: https });
  const { secret, abilities } = body.data.consent;
  const decided = await decide(api, cookie, { secret, abilities }, { headers: https });
  return new URL(decided.body.data.redirect_to);
}

const resultOf = (result: { isError?: boolean | undefined; content: unknown }) => [
  result.isError ?? false,
  JSON.stringify(result.content).includes("United States"),
];

describe("the protocol's own client of OAuth", () => {
  it.each([
    ["registers itself", undefined],
    ["publishes a document of itself", DOCUMENT],
  ])("[OAUTH-1 OAUTH-7] goes from a 401 to a call of a tool when it %s", async (_, documentUrl) => {
    const { db } = database();
    const service = createService(db);
    const options = { url: `${ORIGIN}/mcp`, redirectUrl: CALLBACK, fetch: service.send };
    const assistant = createAssistant({ ...options, ...(documentUrl !== undefined && { documentUrl }) });

    const address = await assistant.begin();
    expect(address.origin + address.pathname).toBe(`${ORIGIN}/oauth/authorize`);
    await assistant.finish(await consent(service, db, address));

    expect(resultOf(await assistant.call("list_countries"))).toEqual([false, true]);
    expect(assistant.scope()).toBe("read write");
    const registered = service.requests.includes("POST /oauth/register");
    expect([registered, assistant.clientId() === DOCUMENT]).toEqual([
      documentUrl === undefined,
      documentUrl !== undefined,
    ]);
  });

  it("[OAUTH-10] refreshes its token when it has expired, and calls again", async () => {
    const { db, sql } = database();
    const service = createService(db);
    const assistant = createAssistant({ url: `${ORIGIN}/mcp`, redirectUrl: CALLBACK, fetch: service.send });
    await assistant.finish(await consent(service, db, await assistant.begin()));
    const before = assistant.accessToken();
    await sql`UPDATE access_tokens SET expires_at = now() WHERE id = ${before.split("|")[0] ?? ""}`;

    expect(resultOf(await assistant.call("list_countries"))).toEqual([false, true]);
    expect(assistant.accessToken()).not.toBe(before);
  });

  it("[OAUTH-4] rejects a user who returns from another server", async () => {
    const { db } = database();
    const service = createService(db);
    const assistant = createAssistant({ url: `${ORIGIN}/mcp`, redirectUrl: CALLBACK, fetch: service.send });
    const returned = await consent(service, db, await assistant.begin());
    returned.searchParams.set("iss", "https://other.example");

    await expect(assistant.finish(returned)).rejects.toThrow(IssuerMismatchError);
  });
});
