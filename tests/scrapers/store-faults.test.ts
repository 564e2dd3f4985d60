import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

import type { Platform } from "../../lib/domain/platform.ts";
import { get, isRatedIn, useHarness } from "./scraper-harness.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "call-rejecting-store.ts");

const harness = useHarness();
const appId = (platform: Platform) => harness.app(platform, isRatedIn("us")).externalId;

describe.each(["ios", "android"] as const)("a store in trouble (%s)", (platform) => {
  it("[TRAP-3] does not crash the process when it rejects connections", async () => {
    const { simulator } = harness;
    await simulator.reject();
    // Waits for the exit: a library that retries by itself fails later, uncaught, and crashes the process.
    const running = run(process.execPath, [script, platform, simulator.url, appId(platform)], { timeout: 30_000 });
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

    const response = await get(harness.scrapers[platform], `/apps/${appId(platform)}/identity`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(1);
  });

  it("follows at most three redirects of the store", async () => {
    const location = {
      ios: "https://itunes.apple.com/lookup?id=1",
      android: "https://play.google.com/store/search?q=x",
    };
    harness.simulator.faults.add({ respond: { status: 302, headers: { location: location[platform] } } });

    const response = await get(harness.scrapers[platform], `/apps/${appId(platform)}/identity`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(4);
  });

  it("[TRAP-2] never repeats a request by itself", async () => {
    harness.simulator.faults.add({ respond: { status: 503 } });

    await get(harness.scrapers[platform], `/apps/${appId(platform)}/identity`);

    expect(harness.simulator.requests.count()).toBe(1);
  });
});
