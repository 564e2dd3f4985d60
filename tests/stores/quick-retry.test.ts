import { describe, expect, it } from "vitest";

import type { RequestCosts } from "../../lib/domain/store-hosts.ts";
import { createConnector } from "../../lib/stores/create-connector.ts";
import type { Transport } from "../../lib/stores/signed-transport.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { scraperIdentity } from "./scraper-responses.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

const found: StubResponse = { status: 200, body: scraperIdentity() };
const silence: StubResponse = () => undefined;
const throttled = (retryAfter: string): StubResponse => ({ status: 429, headers: { "retry-after": retryAfter } });

describe("quick retry of one request", () => {
  const stub = useStubScraper();

  const call = async (deadlineMs: number, ...replies: readonly StubResponse[]) => {
    stub.reply(...replies);
    const startedAt = performance.now();
    const result: unknown = await stub
      .connector("ios")
      .fetchIdentity({ externalId: "1001", country: "us" }, { correlationId: "c-1", deadlineMs })
      .catch((error: unknown) => (error instanceof UpstreamError ? error.failure : error));
    return { result, calls: stub.targets.length, elapsedMs: performance.now() - startedAt };
  };

  it("[CON-4 SYN-12] retries once after a failure and returns the second response", async () => {
    const { result, calls, elapsedMs } = await call(20_000, { status: 503 }, found);

    expect(result).toMatchObject({ outcome: "found" });
    expect(calls).toBe(2);
    expect(elapsedMs).toBeGreaterThanOrEqual(49);
  });

  it("retries only once", async () => {
    const { result, calls } = await call(20_000, { status: 503 }, { status: 500 }, found);

    expect(result).toMatchObject({ reason: "http_5xx", status: 500 });
    expect(calls).toBe(2);
  });

  it("waits for a Retry-After of at most a second", async () => {
    const { result, calls, elapsedMs } = await call(20_000, throttled("1"), found);

    expect(result).toMatchObject({ outcome: "found" });
    expect(calls).toBe(2);
    expect(elapsedMs).toBeGreaterThanOrEqual(1_000);
  });

  it("does not retry when Retry-After is longer, and reports it", async () => {
    const { result, calls } = await call(20_000, throttled("2"), found);

    expect(result).toEqual({ reason: "http_429", status: 429, retryAfterSeconds: 2 });
    expect(calls).toBe(1);
  });

  it("does not retry when the deadline leaves no time", async () => {
    const { result, calls } = await call(1_000, throttled("1"), found);

    expect(result).toMatchObject({ reason: "http_429" });
    expect(calls).toBe(1);
  });

  it("times out at the deadline when there is no response, and when it never ends", async () => {
    const endless: StubResponse = (_request, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(timer));
    };

    for (const reply of [silence, endless]) {
      const { result, calls } = await call(1_000, reply);
      expect(result).toEqual({ reason: "timeout", status: null, retryAfterSeconds: null });
      expect(calls).toBe(1);
    }
  });

  it("shares one deadline between both attempts", async () => {
    const signals: AbortSignal[] = [];
    const transport: Transport = async ({ signal }) => {
      signals.push(signal);
      return new Response("", { status: 503 });
    };
    const baseUrl = "https://scraper.example/";
    const connector = createConnector({ platform: "ios", baseUrl, transport, random: () => 0 });

    const fetching = connector.fetchIdentity(
      { externalId: "1", country: "us" },
      { correlationId: "c", deadlineMs: 20_000 },
    );
    await expect(fetching).rejects.toThrow(UpstreamError);

    expect(signals).toHaveLength(2);
    expect(signals[1]).toBe(signals[0]);
  });

  it("sends nothing when no time is left", async () => {
    const { result, calls } = await call(0, found);

    expect(result).toMatchObject({ reason: "timeout" });
    expect(calls).toBe(0);
  });

  describe("and the store's budget", () => {
    const context = { correlationId: "c-1", deadlineMs: 20_000 };
    const identity = { externalId: "1001", country: "us" };
    const noTokens = async () => 30;

    it("does not happen when there are no tokens for it", async () => {
      stub.reply({ status: 503 }, found);

      await expect(stub.connector("ios", undefined, noTokens).fetchIdentity(identity, context)).rejects.toThrow(
        UpstreamError,
      );

      expect(stub.targets).toHaveLength(1);
    });

    it("takes the cost of the second request, and nothing without one", async () => {
      const taken: RequestCosts[] = [];
      const budget = async (costs: RequestCosts) => {
        taken.push(costs);
        return 0;
      };
      const connector = stub.connector("ios", undefined, budget);
      stub.reply(found);
      await connector.fetchIdentity(identity, context);
      expect(taken).toEqual([]);

      stub.reply({ status: 503 }, found);
      await connector.fetchIdentity(identity, context);
      stub.reply({ status: 503 });
      await connector.searchApps({ term: "notes", country: "us", limit: 10 }, context).catch(() => undefined);
      await connector.fetchMetrics({ externalId: "1001", countries: ["us", "de", "fr"] }, context);

      expect(taken).toEqual([
        { itunes_lookup: 1 },
        { itunes_lookup: 1, itunes_search: 1 },
        { itunes_lookup: 3, apps_page: 3 },
      ]);
    });

    it("is paid from the call's own budget when it has one", async () => {
      stub.reply({ status: 503 }, found);

      const fetching = stub.connector("ios").fetchIdentity(identity, { ...context, budget: noTokens });

      await expect(fetching).rejects.toThrow(UpstreamError);
      expect(stub.targets).toHaveLength(1);
    });
  });
});
