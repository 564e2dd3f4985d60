import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect as connectSocket, createServer as createTcpServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";

import { EXCERPT_BYTES_MAX } from "../../lib/domain/webhook.ts";
import type { Target } from "../../lib/webhooks/request-at.ts";
import { READ_BYTES_MAX, type SenderDependencies, sendWebhook } from "../../lib/webhooks/send-webhook.ts";
import { hostileTargets } from "./hostile-targets.ts";

const TIMEOUT_MS = 300;
const request = { headers: { "content-type": "application/json", "webhook-id": "evt_1" }, body: '{"type":"a"}' };

/** A sender whose names lead where a test says, and whose connections reach no address but the test's own. */
function createSender(addresses: Readonly<Record<string, readonly string[]>> = {}) {
  const connected: Target[] = [];
  const deps: SenderDependencies = {
    targets: { loopback: "rejected", privateTargets: [] },
    resolve: async (name) => addresses[name] ?? Promise.reject(new Error("no such name")),
    connect: (target) => {
      connected.push(target);
      const socket = connectSocket({ host: "127.0.0.1", port: 9 });
      socket.destroy(new Error("A test connects to nobody."));
      return socket;
    },
    elapsed: () => performance.now(),
    timeoutMs: TIMEOUT_MS,
  };
  return { deps, connected };
}

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server.address())}/hook?a=1`;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Sends to a receiver on this machine, as the local stage may. */
function sendTo(url: string) {
  const deps: SenderDependencies = {
    ...createSender().deps,
    targets: { loopback: "allowed", privateTargets: [] },
    connect: ({ address, port }) => connectSocket({ host: address, port }),
  };
  return sendWebhook(deps, { ...request, url });
}

describe("a hostile target", () => {
  it("is one of more than 60", () => {
    expect(hostileTargets.length).toBeGreaterThan(60);
  });

  it.each(hostileTargets)("[HOOK-1] is never connected to: $name", async ({ url, addresses }) => {
    const { deps, connected } = createSender(addresses);

    const result = await sendWebhook(deps, { ...request, url });

    expect(connected).toEqual([]);
    expect(["rejected_address", "dns"]).toContain("error" in result && result.error);
  });

  it("[HOOK-1] stays closed where private networks are open", async () => {
    const { deps, connected } = createSender({ "a.example": ["127.0.0.1"], "b.example": ["169.254.169.254"] });
    const targets = { loopback: "rejected" as const, privateTargets: ["10.0.0.0/8"] };

    for (const name of ["a", "b"])
      await sendWebhook({ ...deps, targets }, { ...request, url: `https://${name}.example/` });

    expect(connected).toEqual([]);
  });
});

describe("the sender", () => {
  it("[HOOK-1] connects only to the address that it checked, and resolves a name once", async () => {
    const responses = [["93.184.216.34"], ["127.0.0.1"]];
    const { deps, connected } = createSender();
    const resolve = async () => responses.shift() ?? ["127.0.0.1"];

    await sendWebhook({ ...deps, resolve }, { ...request, url: "https://rebound.example:8443/hook" });

    expect(connected).toEqual([{ address: "93.184.216.34", port: 8_443, servername: "rebound.example" }]);
    expect(responses).toHaveLength(1);
  });

  it("[HOOK-2] connects to private networks that the stage opens", async () => {
    const { deps, connected } = createSender({ "home.example": ["192.168.1.20"] });
    const targets = { loopback: "rejected" as const, privateTargets: ["192.168.1.0/24"] };

    await sendWebhook({ ...deps, targets }, { ...request, url: "https://home.example/" });

    expect(connected).toMatchObject([{ address: "192.168.1.20" }]);
  });

  it("sends the headers and the body, and returns the response", async () => {
    const received: object[] = [];
    const url = await listen(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method, url: path, headers } = incoming;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      outgoing.writeHead(202, { "retry-after": "120" }).end("thanks\0");
    });

    const result = await sendTo(url);

    expect(received).toMatchObject([
      { method: "POST", path: "/hook?a=1", headers: request.headers, body: request.body },
    ]);
    expect(result).toMatchObject({ status: 202, retryAfterSeconds: 120, excerpt: "thanks\uFFFD" });
  });

  it("[HOOK-1] follows no redirect", async () => {
    let requests = 0;
    const url = await listen((_incoming, outgoing) => {
      requests += 1;
      outgoing.writeHead(307, { location: "http://169.254.169.254/latest/meta-data" }).end();
    });

    expect(await sendTo(url)).toMatchObject({ status: 307 });
    expect(requests).toBe(1);
  });

  it("[HOOK-19] reads 64 KB of an endless response at most, and returns 1 KB", async () => {
    let sent = 0;
    const url = await listen((_incoming, outgoing) => {
      const chunk = "ü".repeat(8_192);
      const write = () => {
        while (!outgoing.destroyed && outgoing.write(chunk)) sent += chunk.length;
      };
      outgoing
        .writeHead(200)
        .on("drain", write)
        .on("error", () => undefined);
      write();
    });

    const result = await sendTo(url);

    expect(result).toMatchObject({ status: 200 });
    expect("excerpt" in result && Buffer.byteLength(result.excerpt)).toBeLessThanOrEqual(EXCERPT_BYTES_MAX);
    expect(sent).toBeLessThan(500 * READ_BYTES_MAX);
  });

  it("[HOOK-19] ends a request to a receiver that hangs", async () => {
    const url = await listen(() => undefined);

    expect(await sendTo(url)).toMatchObject({ error: "timeout" });
  });

  it("[HOOK-19] ends a response that drips, whose status counts", async () => {
    const url = await listen((_incoming, outgoing) => {
      outgoing.writeHead(200);
      const timer = setInterval(() => outgoing.write("."), 20);
      outgoing.on("close", () => clearInterval(timer));
    });

    expect(await sendTo(url)).toMatchObject({ status: 200 });
  });

  it("[HOOK-19] ends headers that drip", async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x: y\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });

    expect(await sendTo(`http://127.0.0.1:${portOf(server.address())}/`)).toMatchObject({ error: "timeout" });
  });

  it("[HOOK-19] fails where a receiver switches to another protocol", async () => {
    const server = createTcpServer((socket) => {
      socket
        .on("error", () => undefined)
        .write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => void server.close());

    expect(await sendTo(`http://127.0.0.1:${portOf(server.address())}/`)).toMatchObject({ error: "response" });
  });

  it("[HOOK-19] ends a name that is never resolved", async () => {
    const { deps } = createSender();

    const result = await sendWebhook(
      { ...deps, resolve: () => new Promise(() => undefined) },
      { ...request, url: "https://slow.example/" },
    );

    expect(result).toMatchObject({ error: "timeout" });
  });

  it("takes a status that HTTP does not define for a broken response", async () => {
    const odd = await listen((_, response) => response.writeHead(999).end("odd"));

    expect(await sendTo(odd)).toMatchObject({ error: "response" });
  });

  it("says what failed: the name, the connection or the response", async () => {
    const { deps } = createSender({ "up.example": ["93.184.216.34"] });
    const broken = await listen((incoming) => incoming.socket.destroy());

    const results = [
      await sendWebhook(deps, { ...request, url: "https://down.example/" }),
      await sendWebhook(deps, { ...request, url: "https://up.example/" }),
      await sendTo(broken),
    ];

    expect(results).toMatchObject([{ error: "dns" }, { error: "connect" }, { error: "response" }]);
  });
});
