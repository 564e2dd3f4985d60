import diagnostics from "node:diagnostics_channel";
import { Agent, fetch, interceptors } from "undici";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { callApi } from "./fixtures/call-api.ts";

type Host = () => { readonly url: string };

/** What undici publishes when the headers of a response have arrived over the network. */
const arrived = z.object({
  request: z.object({ origin: z.string(), path: z.string() }),
  response: z.object({ statusCode: z.int() }),
});

/** Tests the service with a cache that was written for any service: that of undici, by RFC 9111. */
export function describeCaches(host: Host, token: () => string): void {
  describe("a client with an HTTP cache", () => {
    // No sync of another test reads the apps of this term meanwhile.
    it.each(["/countries", "/apps/search?platform=ios&term=puzzle"])(
      "[HTTP-1 HTTP-2] sees the same body of %s twice, which the service sends as often as it must",
      async (path) => {
        const client = createClient(host);
        const isKept = path === "/countries";

        const [first, second] = [await client.get(path, token()), await client.get(path, token())];

        expect(first).toMatchObject({ status: 200, encoding: "gzip" });
        expect(second).toMatchObject({ status: 200, body: first.body });
        expect(client.statuses()).toEqual([200, isKept ? 304 : 200]);
        await client.close();
      },
    );

    it("[HTTP-1] sees no response to another token", async () => {
      const { data } = await callApi(host().url, token())("POST", "/account/api-tokens", { name: "other" });
      const other = z.object({ plain_text_token: z.string() }).parse(data).plain_text_token;
      const client = createClient(host);

      for (const each of [token(), other, token()]) await client.get("/countries", each);

      expect(client.statuses()).toEqual([200, 200, 304]);
      await client.close();
    });
  });
}

function createClient(host: Host) {
  const agent = new Agent();
  const dispatcher = agent.compose(interceptors.cache({ type: "private" }));
  const statuses: number[] = [];
  const record = (message: unknown) => {
    const { request, response } = arrived.parse(message);
    if (host().url === request.origin && request.path.startsWith("/api/v1/")) statuses.push(response.statusCode);
  };
  diagnostics.subscribe("undici:request:headers", record);
  return {
    statuses: () => statuses,
    async get(path: string, token: string) {
      const headers = { authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(30_000);
      const response = await fetch(`${host().url}/api/v1${path}`, { headers, dispatcher, signal });
      const encoding = response.headers.get("content-encoding");
      return { status: response.status, encoding, body: await response.text() };
    },
    async close() {
      diagnostics.unsubscribe("undici:request:headers", record);
      await agent.close();
    },
  };
}
