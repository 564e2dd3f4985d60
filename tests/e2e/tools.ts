import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientBefore } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportBefore } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { tools } from "../../functions/mcp/generated/tools.ts";
import type { ShelfwatchHost } from "../../infra/local/start-host.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import type { Tool } from "../../lib/mcp/tool.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { register } from "./fixtures/call-api.ts";
import { learn, nothingFound } from "./fixtures/found.ts";
import { type Operation, operations } from "./fixtures/operations.ts";

type Host = () => ShelfwatchHost;

/** The part of both libraries' clients that the tests use. */
type Connected = {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
};
type Connect = (url: URL, headers: Record<string, string>) => Promise<Connected>;

/** The app of the tests of all operations, and one that becomes its competitor. */
const APPS_EACH = 2;

const info = { name: "test", version: "1" };

const byMode = (mode: "auto" | "legacy" | { readonly pin: "2026-07-28" }): Connect => {
  return async (url, headers) => {
    const client = new Client(info, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
};

const clients = {
  "negotiates by itself": byMode("auto"),
  "asks for the revision 2026-07-28": byMode({ pin: "2026-07-28" }),
  "knows the revision before alone": byMode("legacy"),
  "uses the library before": async (url, headers) => {
    const client = new ClientBefore(info);
    await client.connect(new TransportBefore(url, { requestInit: { headers } }));
    return client;
  },
} as const satisfies Readonly<Record<string, Connect>>;

/** How a client negotiates the revision of the protocol. */
export type ToolClient = keyof typeof clients;

const result = z.object({
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string().max(45_000) })]),
  isError: z.boolean().default(false),
});

const toolsByRoute = new Map(tools.map((tool) => [`${tool.request.method} ${tool.request.path}`, tool]));
const called = operations.flatMap((operation) => {
  const tool = toolsByRoute.get(operation.route);
  return tool === undefined ? [] : [{ tool, operation }];
});

/** Returns the arguments of a tool for the address that an operation requests, with the types of its schema. */
function argumentsOf(tool: Tool, address: string, body: object = {}): Record<string, unknown> {
  const { pathname, searchParams } = new URL(address, "http://api");
  const names = tool.request.path.split("/");
  const inPath = pathname.split("/").flatMap((value, index) => {
    const name = /^\{(\w+)\}$/.exec(names[index] ?? "")?.[1];
    return name === undefined ? [] : [[name, decodeURIComponent(value)] as const];
  });
  const inAddress = [...inPath, ...searchParams].map(([name, text]) => [name, typedAs(tool, name, text)] as const);
  return { ...Object.fromEntries(inAddress), ...body };
}

/** Returns what a text of an address is in JSON: a list, a number, or the text itself. */
function typedAs({ inputSchema: { properties } }: Tool, name: string, text: string): unknown {
  const schema = z.fromJSONSchema(properties[name] ?? false);
  const texts = text.split(",");
  const values: readonly unknown[] = [texts.map(Number), texts, Number(text), text];
  return values.find((value) => schema.safeParse(value).success);
}

/** Those before the first sync of an app. */
export const firstCalled = called.slice(
  0,
  called.findIndex(({ tool }) => tool.name === "request_sync"),
);

/** Tests tools through each of some clients, in an order in which each finds what it needs. */
export function describeTools(host: Host, names: readonly ToolClient[], wanted: typeof called = called): void {
  it("[MCP-5] has an operation of the tests for each tool", () => {
    expect(called.map(({ tool }) => tool.name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  describe.each(names.map((name, place) => ({ name, place })))("a client that $name", ({ name, place }) => {
    const found = nothingFound();
    let client: Connected;
    beforeAll(async () => {
      const authorization = `Bearer ${await register(host().url)}`;
      client = await clients[name](new URL(`${host().url}/mcp`), { authorization });
    });
    afterAll(() => client.close());

    it("[MCP-5] lists the tools", async () => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    });

    it("[MCP-10] names the ability that a token which only reads does not have", async () => {
      const authorization = `Bearer ${await createToken(await register(host().url), ["read"])}`;
      const reader = await clients[name](new URL(`${host().url}/mcp`), { authorization });
      const written = result.parse(await reader.callTool({ name: "create_tag", arguments: { name: "Games" } }));
      await reader.close();

      expect([written.isError, written.content[0].text]).toEqual([true, expect.stringMatching(/status 403.*write/)]);
    });

    it.each(nonEmpty(wanted))("[MCP-5] calls $tool.name", async ({ tool, operation }) => {
      const schema = typeof operation.data === "function" ? operation.data(found) : operation.data;
      if (schema === "problem") await rejects(tool, operation);
      else learn(found, operation.route, ownPart(operation, await read(tool, operation, schema)));
    });

    async function createToken(token: string, abilities: readonly string[]): Promise<string> {
      const response = await fetch(`${host().url}${API_PREFIX}/account/api-tokens`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Assistant", abilities }),
      });
      return z.object({ data: z.object({ plain_text_token: z.string() }) }).parse(await response.json()).data
        .plain_text_token;
    }

    /** An app that was synced lately is not read again at once, so each client has apps of its own. */
    function ownPart({ route }: Operation, data: unknown): unknown {
      return route === "GET /apps/search" && Array.isArray(data) ? data.slice(APPS_EACH * (place + 1)) : data;
    }

    async function rejects(tool: Tool, operation: Operation): Promise<void> {
      const { content, isError } = await call(tool, operation);

      expect([isError, content[0].text]).toEqual([true, expect.stringContaining(`status ${operation.status}`)]);
    }

    async function read(tool: Tool, operation: Operation, schema: z.ZodType | null): Promise<unknown> {
      const body = schema === null ? z.object({ status: z.literal(204) }) : z.object({ data: schema });
      const parsed = async () => body.safeParse(JSON.parse((await call(tool, operation)).content[0].text));
      if (operation.settles) {
        await expect.poll(async () => (await parsed()).success, { timeout: 60_000, interval: 250 }).toBe(true);
      }
      const { success, data, error } = await parsed();

      expect([success, error]).toEqual([true, undefined]);
      return data !== undefined && "data" in data ? data.data : undefined;
    }

    async function call(tool: Tool, { path, body }: Operation) {
      const args = argumentsOf(tool, path(found), body?.(found));
      return result.parse(await client.callTool({ name: tool.name, arguments: args }));
    }
  });
}
