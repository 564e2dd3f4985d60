import { symlink } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { startHost } from "../../infra/local/start-host.ts";
import { describeCaches } from "./caches.ts";
import { callApi, register } from "./fixtures/call-api.ts";
import { withoutDailyCharts as stage } from "./fixtures/stages.ts";
import { useHost } from "./fixtures/use-host.ts";
import { describeOperations } from "./operations.ts";
import { describeCopiedIds, describePublishers } from "./publishers.ts";
import { describeTools, firstCalled } from "./tools.ts";

const PROBLEM = "application/problem+json";
type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string | Buffer };
const rejections: readonly (readonly [number, string, string, Sent])[] = [
  [400, "JSON that is cut short", "/apps", { method: "POST", body: '{"platform":' }],
  [400, "a body that is not UTF-8", "/apps", { method: "POST", body: Buffer.from('{"platform":"\xff"}', "latin1") }],
  [401, "no token", "/apps", { headers: { authorization: "" } }],
  [404, "an unknown address", "/nowhere", {}],
  [404, "an unknown app", "/apps/ios/unknown", {}],
  [405, "another method", "/apps", { method: "PUT", body: "{}" }],
  [405, "HEAD", "/apps", { method: "HEAD" }],
  [405, "OPTIONS", "/apps", { method: "OPTIONS" }],
  [413, "a body over 256 KiB", "/apps", { method: "POST", body: Buffer.alloc(256 * 1024 + 1, " ") }],
  [415, "text", "/apps", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } }],
  [415, "bytes", "/apps", { method: "POST", body: "{}", headers: { "content-type": "application/octet-stream" } }],
  [422, "half a surrogate pair", "/apps?search=%ED%A0%80", {}],
  [422, "NUL", "/apps?search=%00", {}],
];

describe("the whole service on one machine", { timeout: 240_000 }, () => {
  const { host, dataDir, restart } = useHost((folder) => startHost({ dataDir: folder, stage }));
  let token: string;
  beforeAll(async () => {
    token = await register(host().url);
  });

  describeOperations(host);
  // `npm run test:long` calls all of them, through another client.
  describeTools(host, ["negotiates by itself"], firstCalled);

  it("responds to an unknown address in the service's own shape", async () => {
    const response = await fetch(`${host().url}/nowhere`);

    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("[MCP-2] has the function for assistants behind POST /mcp, and 405 for other methods", async () => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    host().killEnvironment("serve-mcp");
    const other = await fetch(`${host().url}/mcp`, { headers });
    const startedBefore = host().killEnvironment("serve-mcp");
    await fetch(`${host().url}/mcp`, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });

    expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"]);
    expect([startedBefore, host().killEnvironment("serve-mcp")]).toEqual([0, 1]);
  });

  it.each(rejections)("[ERR-10] responds with %i to %s", async (status, _what, path, init) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers };
    const response = await fetch(`${host().url}/api/v1${path}`, { ...init, headers });

    expect([response.status, response.headers.get("content-type")]).toEqual([status, PROBLEM]);
    if (status === 405) expect(response.headers.get("allow")).toBe("GET, POST");
  });

  it("listens on the loopback interface only", async () => {
    const { port } = new URL(host().url);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (!outside) return;

    await expect(fetch(`http://${outside.address}:${port}/`)).rejects.toThrow();
  });

  it("runs the operations that engineers invoke by hand", async () => {
    const api = callApi(host().url, token);
    const reply = async (operation: string, event: object) => {
      const outcome = await host().invoke(operation, event);
      return outcome.ok ? JSON.parse(outcome.payload) : outcome;
    };
    const { email } = z.object({ email: z.string() }).parse((await api("GET", "/auth/me")).data);
    const search = () => api("GET", "/apps/search?platform=android&term=weather");
    const [hit] = z.array(z.object({ external_id: z.string() })).parse((await search()).data);
    const app = { platform: "android", external_id: hit?.external_id };

    expect(await reply("resume-platform", {})).toEqual({ rejected: "The platform field is required." });
    expect(await reply("pause-platform", { platform: "android", reason: "429" })).toMatchObject({ reason: "429" });
    expect(await search()).toMatchObject({ status: 503 });
    expect(await reply("resync-app", app)).toEqual({ ...app, sync: "started" });
    expect(await reply("resume-platform", { platform: "android" })).toMatchObject({ platform: "android" });
    expect(await search()).toMatchObject({ status: 200 });
    expect(await reply("export-user", { email })).toMatchObject({ user: { email }, next: null });
  });

  it("rejects a second host on the same data, and the first goes on", async () => {
    await expect(startHost({ dataDir: dataDir() })).rejects.toThrow(/in use/);
    expect((await callApi(host().url)("GET", "/apps")).status).toBe(401);
  });

  describePublishers(host, () => token, ["/", "株式会社"]);
  describeCopiedIds(host, () => token);
  describeCaches(host, () => token);

  it("keeps accounts and apps when it is stopped and started again", async () => {
    const before = await callApi(host().url, token)("GET", "/auth/me");

    await host().stop();
    await restart((folder) => startHost({ dataDir: folder, stage, day: 3 }));

    expect(before.status).toBe(200);
    expect(await callApi(host().url, token)("GET", "/auth/me")).toEqual(before);
  });

  it("moves the observation clock with the simulator's calendar", async () => {
    expect(host().simulator?.day()).toBe(3);
    const outcome = await host().invoke("maintain-database", {});
    expect(outcome).toMatchObject({ ok: true });
  });

  it("[REQ-4] counts requests by their source address, whatever the headers say", async () => {
    const logIn = async (forwardedFor: string) =>
      await fetch(`${host().url}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": forwardedFor },
        body: "{}",
      });

    const replies = [];
    for (let turn = 0; turn < 6; turn += 1) replies.push(await logIn(`10.0.0.${turn}`));

    expect(replies.at(-1)?.status).toBe(429);
    expect(replies.at(-1)?.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it.runIf(process.platform === "linux")("reports why it stops when a log cannot be written", async () => {
    let failure: Error | undefined;
    void host().failed.then((error) => {
      failure = error;
    });
    const name = host().functionNames.find((one) => one.endsWith("list-publishers"));
    await symlink("/dev/full", join(host().logDir, `${name}.log`));

    expect((await callApi(host().url, token)("GET", "/publishers")).status).toBe(200);

    await expect.poll(() => failure).toMatchObject({ code: "ENOSPC" });
  });
});
