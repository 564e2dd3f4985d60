import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { DAY, get, type Harness, startHarness } from "./scraper-harness.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "call-rejecting-store.ts");

let harness: Harness;
const appIds = { ios: "", android: "" };

beforeAll(async () => {
  harness = await startHarness();
  for (const platform of ["ios", "android"] as const) {
    const apps = harness.simulator.catalogue.apps(platform).map((app) => app.on(DAY));
    const rated = apps.find((app) => (app.metrics("us")?.ratingCount ?? 0) > 0);
    appIds[platform] = rated?.externalId ?? "";
  }
});
afterEach(() => harness.simulator.faults.clear());
afterAll(() => harness.simulator.stop());

describe.each(["ios", "android"] as const)("a store in trouble (%s)", (platform) => {
  it("[TRAP-3] does not crash the process when it rejects connections", async () => {
    const { simulator } = harness;
    await simulator.reject();
    // Waits for the exit: a library that retries by itself fails later, uncaught, and crashes the process.
    const running = run(process.execPath, [script, platform, simulator.url, appIds[platform]], { timeout: 30_000 });
    const { stdout } = await running.finally(simulator.accept);

    expect(JSON.parse(stdout)).toEqual({
      statusCode: 500,
      body: { error: expect.any(String), statusCode: 500, reason: "network_error" },
    });
  });

  it.each([
    "https://attacker.example/",
    "http://169.254.169.254/latest",
    "http://play.google.com/store/apps/details?id=a",
    "https://apps.apple.com.attacker.example/",
    "https://apps.apple.com:8443/",
    "//attacker.example",
    "file:///etc/passwd",
    "https://",
  ])("[TRAP-16] sends nothing to %s, wherever the store may redirect", async (location) => {
    harness.simulator.faults.add({ respond: { status: 302, headers: { location } } });
    harness.simulator.requests.clear();

    const response = await get(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(1);
  });

  it("follows at most three redirects of the store", async () => {
    const location = {
      ios: "https://itunes.apple.com/lookup?id=1",
      android: "https://play.google.com/store/search?q=x",
    };
    harness.simulator.faults.add({ respond: { status: 302, headers: { location: location[platform] } } });
    harness.simulator.requests.clear();

    const response = await get(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(4);
  });

  it("[TRAP-2] never repeats a request by itself", async () => {
    harness.simulator.faults.add({ respond: { status: 503 } });
    harness.simulator.requests.clear();

    await get(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(harness.simulator.requests.count()).toBe(1);
  });
});
