import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

import { startHost } from "../../infra/local/start-host.ts";
import { withoutDailyCharts as stage } from "../e2e/fixtures/stages.ts";
import { useHost } from "../e2e/fixtures/use-host.ts";
import { createAssistant } from "./assistant.ts";

const suite = join(
  import.meta.dirname,
  ...["..", "..", "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js"],
);

const started = z.object({
  data: z.object({ consent: z.object({ secret: z.string(), abilities: z.array(z.string()) }) }),
});
const decided = z.object({ data: z.object({ redirect_to: z.url() }) });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("clients of OAuth that others have written", () => {
  const { host, dataDir } = useHost((folder) => startHost({ dataDir: folder, stage }));

  /** Acts as the browser of a new user, who registers, opens the page and allows all. */
  async function consent(address: URL): Promise<URL> {
    const { url } = host();
    const post = async (path: string, body: object, cookie?: string) => {
      const headers = { "content-type": "application/json", ...(cookie !== undefined && { cookie }) };
      return await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    };
    const page = await fetch(address, { redirect: "manual" });
    const shown = new URL(page.headers.get("location") ?? "", address);
    expect([page.status, shown.pathname]).toEqual([302, "/dashboard/authorize"]);
    const account = { name: "Ada", email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
    const opened = await post("/api/session/registration", account);
    const [cookie] = (opened.headers.get("set-cookie") ?? "").split(";");
    const start = await post("/api/session/oauth/requests", { query: shown.search.slice(1) }, cookie);
    const { secret, abilities } = started.parse(await start.json()).data.consent;
    const decision = await post("/api/session/oauth/decisions", { secret, abilities }, cookie);
    return new URL(decided.parse(await decision.json()).data.redirect_to);
  }

  it("[OAUTH-1 OAUTH-7] the protocol's own client goes from a 401 to a call of a tool", async () => {
    const assistant = createAssistant({
      url: `${host().url}/mcp`,
      redirectUrl: "http://127.0.0.1:49152/callback",
      fetch,
    });
    await assistant.finish(await consent(await assistant.begin()));
    const { content, isError = false } = await assistant.call("list_countries");

    expect([isError, JSON.stringify(content).includes("United States")]).toEqual([false, true]);
  });

  describe("the protocol's own conformance suite", () => {
    /** Runs all scenarios, and opens the address that one prints as the user's browser does. */
    async function runSuite(port: number) {
      const registered = await fetch(`${host().url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_name: "Suite", redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
      });
      const { client_id } = z.object({ client_id: z.string() }).parse(await registered.json());
      const args = [suite, "authorization", "--url", host().url, "--client-id", client_id];
      const more = ["--resource", `${host().url}/mcp`, "--port", String(port)];
      const child = spawn(process.execPath, [...args, ...more], { cwd: dataDir() });
      let printed = "";
      let hasReturned = false;
      child.stderr.on("data", (chunk) => {
        printed += chunk;
      });
      child.stdout.on("data", (chunk) => {
        printed += chunk;
        const [address] = /http\S+\/oauth\/authorize\?\S+/.exec(printed) ?? [];
        if (address === undefined || hasReturned || !printed.endsWith("\n")) return;
        hasReturned = true;
        void consent(new URL(address)).then((returned) => fetch(returned));
      });
      const [code] = await once(child, "exit");
      return { code, printed };
    }

    it("[OAUTH-1 OAUTH-7] passes in each scenario of an authorization server", async () => {
      const { code, printed } = await runSuite(await freePort());

      for (const scenario of ["authorization-server-metadata-endpoint", "authorization-code-grant"]) {
        expect(printed).toContain(scenario);
      }
      expect([code, /FAILURE|SKIPPED|WARNING/.exec(printed)?.[0]], printed).toEqual([0, undefined]);
    });
  });
});
