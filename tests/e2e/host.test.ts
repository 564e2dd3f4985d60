import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { type ShelfwatchHost, startHost } from "../../infra/local/start-host.ts";
import { local } from "../../infra/stages.ts";
import { callApi, register } from "./fixtures/call-api.ts";

// Short, so that a killed consumer's run is taken up again within the test.
const stage = {
  ...local,
  sync: { ...local.sync, leaseSeconds: 2, leaseRenewalMs: 500 },
  schedules: { ...local.schedules, sweepSyncs: "rate(1 second)" },
};
const syncStatus = z.object({ status: z.string().nullable(), failed_items_count: z.number() });

describe("the whole service on one machine", { timeout: 60_000 }, () => {
  let dataDir: string;
  let host: ShelfwatchHost;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "shelfwatch-e2e-"));
    host = await startHost({ dataDir, stage });
  }, 60_000);
  afterAll(async () => {
    await host?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("answers a request to an unknown address in the service's own shape", async () => {
    const response = await fetch(`${host.url}/nowhere`);

    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("refuses a request without a token", async () => {
    expect((await callApi(host.url)("GET", "/apps")).status).toBe(401);
  });

  it("listens on this machine alone", async () => {
    const { port } = new URL(host.url);
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4");
    if (!outside) return;

    await expect(fetch(`http://${outside.address}:${port}/`)).rejects.toThrow();
  });

  it("completes a sync although its consumer is killed again and again", async () => {
    const api = callApi(host.url, await register(host.url));
    const { data } = await api("GET", "/apps/search?platform=ios&term=weather");
    const [found] = z.array(z.object({ external_id: z.string() })).parse(data);
    const path = `/apps/ios/${found?.external_id}`;
    expect((await api("POST", "/apps", { platform: "ios", external_id: found?.external_id })).status).toBe(201);

    let killed = 0;
    while (killed < 2) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      killed += host.killEnvironment("sync-on-demand-ios-consumer");
    }

    const status = async () => syncStatus.parse((await api("GET", `${path}/sync-status`)).data);
    await expect
      .poll(status, { timeout: 45_000, interval: 250 })
      .toEqual({ status: "completed", failed_items_count: 0 });
  });

  it("keeps accounts and apps when it is stopped and started again", async () => {
    const token = await register(host.url);
    const before = await callApi(host.url, token)("GET", "/auth/me");

    await host.stop();
    host = await startHost({ dataDir, stage });

    expect(before.status).toBe(200);
    expect(await callApi(host.url, token)("GET", "/auth/me")).toEqual(before);
  });

  it("refuses a second host on the same data and leaves the first alone", async () => {
    await expect(startHost({ dataDir, stage })).rejects.toThrow(/in use/);
    expect((await callApi(host.url)("GET", "/apps")).status).toBe(401);
  });

  it("moves the observation clock with the simulator's calendar", async () => {
    await host.stop();
    host = await startHost({ dataDir, stage, day: 3 });

    expect(host.simulator?.day()).toBe(3);
    const outcome = await host.invoke("create-partitions", {});
    expect(outcome).toMatchObject({ ok: true });
  });
});
