import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { FaultRule } from "../../infra/local/stores/faults/fault-rule.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { ask, DAY, type Harness, startHarness } from "./scraper-harness.ts";

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

/** What a single route answers while every request to the store goes wrong in this way. */
const answers: readonly {
  readonly fault: string;
  readonly respond: NonNullable<FaultRule["respond"]>;
  readonly status: number | Readonly<Record<Platform, number>>;
  readonly reason: string | Readonly<Record<Platform, string>>;
  readonly retryAfter?: string;
}[] = [
  { fault: "403", respond: { status: 403 }, status: { ios: 429, android: 500 }, reason: "http_403" },
  { fault: "429", respond: { status: 429 }, status: 429, reason: "http_429" },
  {
    fault: "429 with Retry-After",
    respond: { status: 429, headers: { "retry-after": "17" } },
    status: 429,
    reason: "http_429",
    retryAfter: "17",
  },
  {
    fault: "429 with a date to come back at",
    respond: { status: 429, headers: { "retry-after": "Sun, 01 Feb 2026 00:02:00 GMT" } },
    status: 429,
    reason: "http_429",
    retryAfter: "120",
  },
  { fault: "500", respond: { status: 500 }, status: 500, reason: "http_5xx" },
  { fault: "503", respond: { status: 503 }, status: 500, reason: "http_5xx" },
  {
    fault: "503 with Retry-After",
    respond: { status: 503, headers: { "retry-after": "9" } },
    status: 503,
    reason: "http_5xx",
    retryAfter: "9",
  },
  { fault: "400", respond: { status: 400 }, status: 500, reason: "invalid_response" },
  { fault: "a reset connection", respond: "reset", status: 500, reason: "network_error" },
  { fault: "a connection cut half-way", respond: "disconnect", status: 500, reason: "network_error" },
  { fault: "silence", respond: "timeout", status: 500, reason: "timeout" },
  { fault: "silence half-way", respond: "stall", status: 500, reason: "timeout" },
  { fault: "another page", respond: "garbage", status: 500, reason: "invalid_response" },
  { fault: "half a body", respond: "truncated_json", status: 500, reason: "invalid_response" },
  { fault: "no body", respond: "empty_body", status: 500, reason: "invalid_response" },
  {
    fault: "a captcha",
    respond: "captcha",
    status: { ios: 500, android: 429 },
    reason: { ios: "invalid_response", android: "http_429" },
  },
  {
    fault: "a redirect to another host",
    respond: { status: 302, headers: { location: "https://attacker.example/" } },
    status: 500,
    reason: "invalid_response",
  },
  {
    fault: "a redirect to an address inside",
    respond: { status: 302, headers: { location: "http://169.254.169.254/latest" } },
    status: 500,
    reason: "invalid_response",
  },
  {
    fault: "a redirect to consent",
    respond: { status: 302, headers: { location: "https://consent.google.com/ml?continue=x" } },
    status: { ios: 500, android: 429 },
    reason: { ios: "invalid_response", android: "http_429" },
  },
  {
    fault: "a redirect to the captcha",
    respond: { status: 302, headers: { location: "https://www.google.com/sorry/index" } },
    status: { ios: 500, android: 429 },
    reason: { ios: "invalid_response", android: "http_429" },
  },
  {
    fault: "a body without end",
    respond: { status: 200, body: "x".repeat(3 * 1024 * 1024) },
    status: 500,
    reason: "invalid_response",
  },
];

describe.each(["ios", "android"] as const)("a store in trouble (%s)", (platform) => {
  const routes = () => [
    `/apps/${appIds[platform]}/identity`,
    `/apps/${appIds[platform]}/listings`,
    `/apps/${appIds[platform]}/metrics`,
    "/apps/search?term=notes",
  ];

  it.each(answers)("answers every route with its reason on $fault, and well again afterwards", async (expected) => {
    const scraper = harness.with({ requestTimeoutMs: 400 })[platform];
    const { reason, retryAfter } = expected;
    const status = typeof expected.status === "number" ? expected.status : expected.status[platform];

    for (const route of routes()) {
      harness.simulator.faults.add({ respond: expected.respond });
      const answer = await ask(scraper, route);
      harness.simulator.faults.clear();

      const expectedReason = typeof reason === "string" ? reason : reason[platform];
      expect({ route, ...answer }).toMatchObject({
        route,
        status,
        body: { statusCode: status, reason: expectedReason },
      });
      expect(answer.headers["retry-after"]).toBe(retryAfter);
      expect((await ask(scraper, route)).status).toBe(200);
    }
  });

  it("answers 504 when the time of the route is over", async () => {
    harness.simulator.faults.add({ respond: "timeout" });
    const scraper = harness.with({ ROUTE_DEADLINE_MS: 150 })[platform];

    for (const route of routes()) {
      expect(await ask(scraper, route)).toMatchObject({ status: 504, body: { statusCode: 504, reason: "timeout" } });
    }
  });

  it("survives a store that nobody answers for", async () => {
    const scraper = harness.with({ STORE_SIMULATOR_URL: "http://127.0.0.1:9" })[platform];

    for (const route of routes()) {
      expect(await ask(scraper, route)).toMatchObject({ status: 500, body: { reason: "network_error" } });
    }
    // A client that retries by itself would end the process about a second later.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
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
  ])("sends nothing to %s, wherever the store may redirect", async (location) => {
    harness.simulator.faults.add({ respond: { status: 302, headers: { location } } });
    harness.simulator.requests.clear();

    const answer = await ask(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(answer).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(1);
  });

  it("follows at most three redirects of the store", async () => {
    const location = {
      ios: "https://itunes.apple.com/lookup?id=1",
      android: "https://play.google.com/store/search?q=x",
    };
    harness.simulator.faults.add({ respond: { status: 302, headers: { location: location[platform] } } });
    harness.simulator.requests.clear();

    const answer = await ask(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(answer).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBe(4);
  });

  it("never repeats a request by itself", async () => {
    harness.simulator.faults.add({ respond: { status: 503 } });
    harness.simulator.requests.clear();

    await ask(harness.scrapers[platform], `/apps/${appIds[platform]}/identity`);

    expect(harness.simulator.requests.count()).toBe(1);
  });
});
