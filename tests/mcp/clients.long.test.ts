import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { promisify } from "node:util";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { tools } from "../../functions/mcp/generated/tools.ts";
import { startHost } from "../../infra/local/start-host.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import { createMcp } from "../../lib/mcp/serve-mcp.ts";
import { register } from "../e2e/fixtures/call-api.ts";
import { withoutDailyCharts as stage } from "../e2e/fixtures/stages.ts";
import { useHost } from "../e2e/fixtures/use-host.ts";
import { describeTools, firstCalled } from "../e2e/tools.ts";
import { eventOf, fixture } from "./conformance-fixture.ts";

const run = promisify(execFile);
const RUN_MS_MAX = 120_000;

const folderOf = (name: string) => join(import.meta.dirname, "..", "..", "node_modules", name);

const text = z.object({ content: z.tuple([z.object({ text: z.string() })]), isError: z.boolean().default(false) });

describe("clients that others have written", () => {
  const { host, dataDir } = useHost((folder) => startHost({ dataDir: folder, stage }));
  let token: string;
  beforeAll(async () => {
    token = await register(host().url);
  });

  // A tool responds alike to all clients, so the others call the first tools alone.
  describeTools(host, ["asks for the revision 2026-07-28"]);
  describeTools(host, ["knows the revision before alone", "uses the library before"], firstCalled);

  /** Starts a program that speaks the protocol over its standard input and output. */
  async function connect(args: readonly string[], env: Readonly<Record<string, string>>) {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...args],
        env: { PATH: process.env.PATH ?? "", HOME: dataDir(), ...env },
        stderr: "ignore",
      }),
    );
    return client;
  }

  it("[MCP-5] mcp-remote passes the tools on to programs that know no HTTP", async () => {
    const header = `Authorization: Bearer ${token}`;
    const args = [join(folderOf("mcp-remote"), "dist", "proxy.js"), `${host().url}/mcp`, "--header", header];
    const client = await connect(args, { MCP_REMOTE_CONFIG_DIR: dataDir() });
    try {
      const listed = await client.listTools();
      const called = text.parse(await client.callTool({ name: "list_countries", arguments: {} }));

      expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      expect([called.isError, called.content[0].text]).toEqual([false, expect.stringContaining('"code":"us"')]);
    } finally {
      await client.close();
    }
  });

  it("[MCP-6] AppStoreCat's own server, which knows another API of the same shape, works unchanged", async () => {
    const client = await connect([join(folderOf("@appstorecat/mcp"), "dist", "index.js")], {
      APPSTORECAT_API_URL: `${host().url}${API_PREFIX}`,
      APPSTORECAT_API_TOKEN: token,
    });
    const call = async (name: string, args: Record<string, unknown>) =>
      text.parse(await client.callTool({ name, arguments: args }));
    try {
      const found = await call("search_store_apps", { term: "weather", platform: "ios", country_code: "us" });
      const { data } = z
        .object({ data: z.tuple([z.object({ platform: z.string(), external_id: z.string() })], z.unknown()) })
        .parse(JSON.parse(found.content[0].text));
      const [id] = data;
      await call("track_app", id);
      const results = [
        await call("list_tracked_apps", {}),
        await call("get_app", id),
        await call("get_app_sync_status", id),
        await call("get_rating_summary", id),
        await call("list_app_competitors", id),
        await call("list_app_changes", {}),
        await call("get_dashboard", {}),
        await call("list_countries", {}),
      ];

      expect(results.map(({ isError }) => isError)).toEqual(results.map(() => false));
    } finally {
      await client.close();
    }
  });

  describe("the protocol's own conformance suite", () => {
    /** The suite sends no token, so a proxy adds it. What is the fixture's goes to an endpoint that has the fixture. */
    const proxy = createServer(async (received, response) => {
      const { method, url, headers } = received;
      const body = await readText(received);
      if (/"test_/.test(body)) {
        const { statusCode, headers: own, body: text } = await serveFixture(eventOf(received, body));
        response.writeHead(statusCode ?? 502, z.record(z.string(), z.string()).parse(own));
        response.end(text);
        return;
      }
      const { port } = new URL(host().url);
      const sent = request(
        { host: "127.0.0.1", port, method, path: url, headers: { authorization: `Bearer ${token}`, ...headers } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      sent.on("error", () => response.destroy());
      sent.end(body);
    });
    const serveFixture = createMcp(fixture);
    beforeAll(async () => {
      proxy.listen(0, "127.0.0.1");
      await once(proxy, "listening");
    });
    afterAll(() => new Promise((resolve) => proxy.close(resolve)));

    it.each(["2026-07-28", "2025-11-25"])(
      "[MCP-13] passes for the revision %s, but for what the endpoint does not offer",
      async (revision) => {
        const { port } = proxy.address() as AddressInfo;
        const suite = join(folderOf("@modelcontextprotocol/conformance"), "dist", "index.js");
        const url = `http://127.0.0.1:${port}/mcp`;
        const failures = join(import.meta.dirname, "expected-failures", `${revision}.yaml`);
        const args = [suite, "server", "--url", url, "--requirements", revision, "--expected-failures", failures];
        const ended = await run(process.execPath, args, { cwd: dataDir(), timeout: RUN_MS_MAX }).catch(
          (error) => error,
        );

        expect([ended.code ?? 0, ended.code ? ended.stdout.slice(-4_000) : ""]).toEqual([0, ""]);
      },
    );
  });
});
