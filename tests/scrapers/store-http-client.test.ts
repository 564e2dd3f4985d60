import { describe, expect, it } from "vitest";

import { withinDeadline } from "../../scrapers/http/route.ts";
import { settleItems } from "../../scrapers/http/settle-items.ts";
import { createStoreHttpClient } from "../../scrapers/http/store-http-client.ts";

/** Returns a function that sends a GET to a store, for which `respond` stands in. */
function createClient(concurrency: number, respond: (path: string, signal?: AbortSignal) => Promise<Response>) {
  const client = createStoreHttpClient(
    {
      fetch: (input, init) => respond(new URL(String(input)).pathname, init?.signal ?? undefined),
      now: () => new Date(0),
      simulatorUrl: undefined,
      concurrency,
      requestTimeoutMs: 30_000,
    },
    {
      hosts: ["store.example"],
      userAgent: "test",
      throttlingStatuses: [],
      isChallenge: () => false,
      hostClass: () => "itunes_lookup",
    },
  );
  return async (path: string, signal = new AbortController().signal) => {
    const request = { url: new URL(path, "https://store.example"), method: "GET", headers: {}, body: null } as const;
    const { body } = await client(request, { signal, report: () => undefined });
    return body;
  };
}

describe("the concurrent requests of a scraper", () => {
  it("stay within the limit, and all end", async () => {
    let running = 0;
    let most = 0;
    const get = createClient(3, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return new Response("done");
    });

    await Promise.all(Array.from({ length: 20 }, () => get("/")));

    expect(most).toBe(3);
  });

  it("free their place when they fail", async () => {
    const get = createClient(1, async (path) => new Response("next", { status: path === "/broken" ? 500 : 200 }));

    await expect(get("/broken")).rejects.toMatchObject({ reason: "http_5xx" });
    expect(await get("/next")).toBe("next");
  });

  it("stop waiting at the route's deadline, and free their place", async () => {
    const first = Promise.withResolvers<void>();
    const get = createClient(1, async (path) => {
      if (path === "/first") await first.promise;
      return new Response(path);
    });
    const running = get("/first");
    const controller = new AbortController();
    const waiting = get("/waiting", controller.signal);
    const later = get("/later");

    controller.abort(new Error("over"));
    await expect(waiting).rejects.toThrow("over");
    first.resolve();

    expect(await running).toBe("/first");
    expect(await later).toBe("/later");
  });

  it("lose no place to a request that aborts as its turn comes", async () => {
    const first = Promise.withResolvers<void>();
    const get = createClient(1, async (path) => {
      if (path === "/first") await first.promise;
      return new Response(path);
    });
    const running = get("/first");
    const controller = new AbortController();
    const waiting = get("/waiting", controller.signal).catch(() => "gave up");

    first.resolve();
    await running;
    controller.abort(new Error("over"));

    await waiting;
    expect(await get("/next")).toBe("/next");
  });

  it("fail with a timeout when they still wait at the deadline, and keep finished items", async () => {
    const get = createClient(1, (path, signal) =>
      path === "/first"
        ? Promise.resolve(new Response("1"))
        : new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true })),
    );

    const settled = await withinDeadline(40, (signal) =>
      settleItems(["/first", "/second", "/third"], { signal, report: () => undefined }, async (path) => ({
        value: await get(path, signal),
      })),
    );

    const timedOut = { outcome: "failed", statusCode: 504, reason: "timeout" };
    expect(settled.map((one) => one.settled)).toMatchObject([{ outcome: "found", value: "1" }, timedOut, timedOut]);
  });
});
