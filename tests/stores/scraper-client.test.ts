import { describe, expect, it } from "vitest";
import { ScraperAccessError, ScraperContractError, UpstreamError } from "../../lib/stores/store-errors.ts";
import { scraperIdentity } from "./scraper-responses.ts";
import { type StubResponse, useStubScraper } from "./stub-scraper.ts";

const scraperError = (statusCode: number, reason?: string) => ({ error: "It failed", statusCode, reason });
const found: StubResponse = { status: 200, body: scraperIdentity() };
const context = { correlationId: "c-1", deadlineMs: 20_000 };

describe("one call to a scraper", () => {
  const stub = useStubScraper();

  const call = () =>
    stub
      .connector("ios")
      .fetchIdentity({ externalId: "1001", country: "us" }, context)
      .catch((error: unknown) => error);

  const failureAfter = async (...replies: readonly StubResponse[]) => {
    stub.reply(...replies);
    const error = await call();
    return error instanceof UpstreamError ? error.failure : error;
  };

  it.each([
    ["http_403", { status: 403, body: scraperError(403) }],
    ["http_429", { status: 429, body: { Reason: "ReservedFunctionConcurrentInvocationLimitExceeded" } }],
    ["http_5xx", { status: 500, body: "Internal Server Error" }],
    ["http_5xx", { status: 502, body: { Message: "Internal Server Error" } }],
    ["timeout", { status: 504, body: "" }],
    ["invalid_response", { status: 302, body: "", headers: { location: "/elsewhere" } }],
    ["invalid_response", { status: 400, body: "" }],
    ["invalid_response", { status: 418, body: scraperError(418) }],
  ] as const)("returns the reason %s for a response with that status and no reason: %j", async (reason, reply) => {
    expect(await failureAfter(reply)).toEqual({ reason, status: reply.status, retryAfterSeconds: null });
  });

  it.each(["http_403", "http_429", "http_5xx", "timeout", "network_error", "invalid_response"])(
    "[SCR-1] reads the reason %s from the scraper's own error body",
    async (reason) => {
      const failure = await failureAfter({ status: 500, body: scraperError(500, reason) });

      expect(failure).toEqual({ reason, status: 500, retryAfterSeconds: null });
    },
  );

  it("[CON-3] treats a 404 with the scraper's own body as an empty response, without a retry", async () => {
    stub.reply({ status: 404, body: scraperError(404) });

    expect(await call()).toEqual({ outcome: "empty_response" });
    expect(stub.targets).toHaveLength(1);
  });

  it.each([
    ["no body", ""],
    ["a page", "<html>Not Found</html>"],
    ["a gateway's body", { message: "Not Found" }],
    ["an error body of another status", scraperError(500)],
  ])("treats a 404 with %s as an invalid response", async (_, body) => {
    expect(await failureAfter({ status: 404, body })).toMatchObject({ reason: "invalid_response", status: 404 });
  });

  it("treats no other status as an empty response, whatever the body", async () => {
    expect(await failureAfter({ status: 502, body: scraperError(404) })).toMatchObject({ reason: "http_5xx" });
    expect(await failureAfter({ status: 403, body: scraperError(404) })).toBeInstanceOf(ScraperAccessError);
  });

  it.each([
    ["text that is not JSON", "{"],
    ["an empty body", ""],
    ["null", "null"],
    ["a list", []],
    ["a field of another type", { ...scraperIdentity(), price: "free" }],
    ["a missing field", { ...scraperIdentity(), is_free: undefined }],
    ["an invalid date", { ...scraperIdentity(), original_release_date: "yesterday" }],
    ["the identity of another app", scraperIdentity({ app_id: "1002" })],
  ])("treats %s as an invalid response", async (_, body) => {
    expect(await failureAfter({ status: 200, body })).toMatchObject({ reason: "invalid_response", status: 200 });
  });

  it("stops reading a body that is larger than two megabytes", async () => {
    let written = 0;
    const flood: StubResponse = (_request, response) => {
      const chunk = "x".repeat(64 * 1024);
      const write = () => {
        while (written < 64 * 1024 * 1024 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return response.once("drain", write);
        }
        return response.end();
      };
      write();
    };

    expect(await failureAfter(flood)).toMatchObject({ reason: "invalid_response", status: 200 });
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it("treats a connection that breaks before or within the response as a network error", async () => {
    const breakAtOnce: StubResponse = (request) => request.socket.destroy();
    const breakWithin: StubResponse = (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => request.socket.destroy());
    };

    expect(await failureAfter(breakAtOnce)).toEqual({ reason: "network_error", status: null, retryAfterSeconds: null });
    expect(await failureAfter(breakWithin)).toMatchObject({ reason: "network_error" });
  });

  it("throws an access error, not a store failure, for a 403 without the scraper's body", async () => {
    expect(await failureAfter({ status: 403, body: { Message: "Forbidden" } })).toBeInstanceOf(ScraperAccessError);
    expect(stub.targets).toHaveLength(1);
  });

  it.each([400, 405, 422])("throws a contract error, without a retry, for the scraper's own %i", async (status) => {
    expect(await failureAfter({ status, body: scraperError(status) })).toBeInstanceOf(ScraperContractError);
    expect(stub.targets).toHaveLength(1);
  });

  it("names the store and the operation that failed", async () => {
    stub.reply({ status: 500, body: scraperError(500) });

    expect(await call()).toMatchObject({ platform: "ios", operation: "fetchIdentity" });
  });

  it("logs each failed attempt with its reason, and a fault of ours as an error", async () => {
    const lines: unknown[] = [];
    const logger = {
      warn: (event: string, { reason }: Record<string, unknown>) => lines.push([event, reason]),
      error: (event: string) => lines.push([event]),
    };
    const fetchIdentity = () =>
      stub
        .connector("ios", logger)
        .fetchIdentity({ externalId: "1001", country: "us" }, context)
        .catch(() => undefined);

    stub.reply({ status: 500 }, found);
    await fetchIdentity();
    stub.reply({ status: 403 });
    await fetchIdentity();

    expect(lines).toEqual([["store.call.failed", "http_5xx"], ["store.call.broken"]]);
  });
});
