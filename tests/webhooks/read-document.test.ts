import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect as connectSocket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";

import { DOCUMENT_BYTES_MAX } from "../../lib/domain/oauth.ts";
import { readDocument } from "../../lib/webhooks/read-document.ts";
import type { Target } from "../../lib/webhooks/request-at.ts";
import type { SenderDependencies } from "../../lib/webhooks/send-webhook.ts";
import { hostileTargets } from "./hostile-targets.ts";

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/client.json?a=1`;
}

const deps: SenderDependencies = {
  targets: { loopback: "allowed", privateTargets: [] },
  resolve: async () => [],
  connect: ({ address, port }) => connectSocket({ host: address, port }),
  elapsed: () => performance.now(),
  timeoutMs: 15_000,
};

describe("the reading of a client's document", () => {
  it("[OAUTH-6] sends a GET of nobody, and returns what it responds", async () => {
    const received: unknown[] = [];
    const url = await listen(({ method, url: path, headers }, response) => {
      received.push([method, path, Object.keys(headers).toSorted()]);
      response.writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=600" });
      response.end("{}");
    });

    expect(await readDocument(deps, url)).toEqual({
      status: 200,
      contentType: "application/json",
      maxAgeSeconds: 600,
      body: "{}",
    });
    expect(received).toEqual([["GET", "/client.json?a=1", ["accept", "connection", "host", "user-agent"]]]);
  });

  it.each([
    ["no-store", 0],
    ["max-age=60, no-cache", 0],
    ["max-age=x", undefined],
    ["", undefined],
  ])("[OAUTH-6] understands the cache-control %s", async (cacheControl, seconds) => {
    const url = await listen((_request, response) => response.writeHead(200, { "cache-control": cacheControl }).end());

    const read = await readDocument(deps, url);
    expect("maxAgeSeconds" in read ? read.maxAgeSeconds : undefined).toBe(seconds);
  });

  it("[OAUTH-6] follows no redirect", async () => {
    const paths: unknown[] = [];
    const url = await listen(({ url: path }, response) => {
      paths.push(path);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });

    expect(await readDocument(deps, url)).toMatchObject({ status: 302 });
    expect(paths).toHaveLength(1);
  });

  it("[OAUTH-6] ends after 16 KiB", async () => {
    const url = await listen((_request, response) => response.end("a".repeat(DOCUMENT_BYTES_MAX + 1)));

    expect(await readDocument(deps, url)).toEqual({ error: "too_long" });
    const exact = await listen((_request, response) => response.end("a".repeat(DOCUMENT_BYTES_MAX)));
    expect(await readDocument(deps, exact)).toMatchObject({ status: 200 });
  });

  it("[OAUTH-6] ends after five seconds", async () => {
    const url = await listen((_request, response) => response.writeHead(200).write("{"));
    const began = performance.now();

    expect(await readDocument(deps, url)).toEqual({ error: "timeout" });
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  it("[OAUTH-6] fails if the connection is cut off", async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{");
      setTimeout(() => response.destroy(), 50);
    });

    expect(await readDocument(deps, url)).toEqual({ error: "response" });
  });

  it.each(hostileTargets)("[OAUTH-6] never connects to a hostile target: $name", async ({ url, addresses }) => {
    const connected: Target[] = [];
    const result = await readDocument(
      {
        ...deps,
        targets: { loopback: "rejected", privateTargets: [] },
        resolve: async (name) => addresses[name] ?? Promise.reject(new Error("no such name")),
        connect: (target) => {
          connected.push(target);
          return connectSocket({ host: "127.0.0.1", port: 9 });
        },
      },
      url,
    );

    expect(connected).toEqual([]);
    expect(["rejected_address", "dns"]).toContain("error" in result && result.error);
  });
});
