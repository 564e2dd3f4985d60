import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { UpstreamError } from "../../lib/stores/upstream-error.ts";
import { scraperIdentity } from "./scraper-answers.ts";
import { type StubAnswer, type StubScraper, startStubScraper } from "./stub-scraper.ts";

const found: StubAnswer = { status: 200, body: scraperIdentity() };
const silence: StubAnswer = () => undefined;
const throttled = (retryAfter: string): StubAnswer => ({ status: 429, headers: { "retry-after": retryAfter } });

describe("quick retry of one question", () => {
  let stub: StubScraper;

  beforeAll(async () => {
    stub = await startStubScraper();
  });
  afterAll(() => stub.stop());

  const ask = async (deadlineMs: number, ...answers: readonly StubAnswer[]) => {
    stub.answer(...answers);
    const startedAt = performance.now();
    const result: unknown = await stub
      .connector("ios")
      .fetchIdentity({ externalId: "1001", country: "us" }, { correlationId: "c-1", deadlineMs })
      .catch((error: unknown) => (error instanceof UpstreamError ? error.failure : error));
    return { result, calls: stub.targets.length, elapsedMs: performance.now() - startedAt };
  };

  it("asks once more after a failure and gives the second answer", async () => {
    const { result, calls, elapsedMs } = await ask(2_000, { status: 503 }, found);

    expect(result).toMatchObject({ outcome: "found" });
    expect(calls).toBe(2);
    expect(elapsedMs).toBeGreaterThanOrEqual(49);
  });

  it("asks once more only", async () => {
    const { result, calls } = await ask(2_000, { status: 503 }, { status: 500 }, found);

    expect(result).toMatchObject({ reason: "http_5xx", status: 500 });
    expect(calls).toBe(2);
  });

  it("waits as long as the store asks when that is a second at most", async () => {
    const { result, calls, elapsedMs } = await ask(5_000, throttled("1"), found);

    expect(result).toMatchObject({ outcome: "found" });
    expect(calls).toBe(2);
    expect(elapsedMs).toBeGreaterThanOrEqual(1_000);
  });

  it("does not ask again when the store asks for a longer wait, and passes it on", async () => {
    const { result, calls } = await ask(5_000, throttled("2"), found);

    expect(result).toEqual({ reason: "http_429", status: 429, retryAfterSeconds: 2 });
    expect(calls).toBe(1);
  });

  it("does not ask again when the deadline leaves no time", async () => {
    const { result, calls } = await ask(90, { status: 503 }, found);

    expect(result).toMatchObject({ reason: "http_5xx" });
    expect(calls).toBe(1);
  });

  it("gives up at the deadline when there is no answer, and when the answer never ends", async () => {
    const endless: StubAnswer = (_request, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.once("close", () => clearInterval(timer));
    };

    for (const answer of [silence, endless]) {
      const { result, calls, elapsedMs } = await ask(300, answer);
      expect(result).toEqual({ reason: "timeout", status: null, retryAfterSeconds: null });
      expect(calls).toBe(1);
      expect(elapsedMs).toBeLessThan(5_000);
    }
  });

  it("counts both attempts against one deadline", async () => {
    const { result, calls, elapsedMs } = await ask(400, { status: 503 }, silence);

    expect(result).toMatchObject({ reason: "timeout" });
    expect(calls).toBe(2);
    expect(elapsedMs).toBeLessThan(5_000);
  });

  it("asks nothing when there is no time at all", async () => {
    const { result, calls } = await ask(0, found);

    expect(result).toMatchObject({ reason: "timeout" });
    expect(calls).toBe(0);
  });
});
