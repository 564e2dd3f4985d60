import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { brokenBodies } from "../../../infra/store-simulator/faults/broken-bodies.ts";
import { brokenConnections } from "../../../infra/store-simulator/faults/broken-connections.ts";
import { cannedResponses } from "../../../infra/store-simulator/faults/canned-responses.ts";
import type { FaultKind } from "../../../infra/store-simulator/faults/fault-kinds.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { exchangeRaw, type RawExchange } from "./raw-exchange.ts";

const NOW = Date.parse("2026-03-01T00:00:00Z");
let simulator: StoreSimulator;
let usual: string;
const address = { host: "itunes.apple.com", path: "" };

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 59, appsPerStore: 100, publishersPerStore: 20, now: () => NOW });
  const app = simulator.catalogue.apps("ios").find((one) => one.on(0).isAvailable("us"));
  address.path = `/lookup?id=${app?.externalId}&country=us`;
  usual = (await exchangeRaw(simulator, address)).body.toString();
});
afterEach(async () => {
  simulator.faults.clear();
  expect(await exchangeRaw(simulator, address)).toMatchObject({ status: 200, ending: "closed" });
});
afterAll(() => simulator.stop());

function suffer(kind: FaultKind, limits: Parameters<typeof exchangeRaw>[2] = {}): Promise<RawExchange> {
  simulator.faults.add({ respond: kind });
  return exchangeRaw(simulator, address, limits);
}

type Row<Kind> = readonly [kind: Kind, expected: { status: number; headers?: object; body?: RegExp }];

const canned: readonly Row<keyof typeof cannedResponses>[] = [
  ["not_found_json", { status: 404, headers: { "content-type": /javascript/ }, body: /^\{/ }],
  ["not_found_html", { status: 404, headers: { "content-type": /html/ }, body: /^<!doctype/ }],
  ["error_body", { status: 200, body: /"errorMessage"/ }],
  ["invalid_id", { status: 400, body: /\[itunesId\]/ }],
  ["unauthorized", { status: 401 }],
  ["forbidden", { status: 403 }],
  ["too_many_requests", { status: 429 }],
  ["too_many_requests_seconds", { status: 429, headers: { "retry-after": /^7$/ } }],
  ["too_many_requests_date", { status: 429, headers: { "retry-after": /^Sun, 01 Mar 2026 00:02:00 GMT$/ } }],
  ["server_error", { status: 500 }],
  ["bad_gateway_html", { status: 502, body: /^<html>/ }],
  ["unavailable", { status: 503 }],
  ["garbage", { status: 200, body: /^<html>/ }],
  ["empty_body", { status: 200, body: /^$/ }],
  ["captcha", { status: 200, body: /unusual traffic/ }],
  ["redirect_link_local", { status: 302, headers: { location: /^http:\/\/169\.254\.169\.254\// } }],
  ["redirect_consent", { status: 302, headers: { location: /^https:\/\/consent\.google\.com\// } }],
];

describe("a response that does not depend on the request", () => {
  it.each(canned)("is %s", async (kind, { status, headers = {}, body = /^/ }) => {
    const response = await suffer(kind);

    expect(response.status).toBe(status);
    expect(response.body.toString()).toMatch(body);
    const matching = Object.entries(headers).map(([name, value]) => [name, expect.stringMatching(value)]);
    expect(response.headers).toMatchObject(Object.fromEntries(matching));
    expect("retry-after" in response.headers).toBe("retry-after" in headers);
  });

  it("is known for every kind", () => {
    expect(canned.map(([kind]) => kind)).toEqual(Object.keys(cannedResponses));
  });
});

describe("a connection", () => {
  const half = () =>
    Buffer.from(usual)
      .subarray(0, Math.floor(Buffer.byteLength(usual) / 2))
      .toString();
  const rows: readonly (readonly [
    kind: keyof typeof brokenConnections,
    status: number,
    body: () => string,
    ending: RawExchange["ending"],
  ])[] = [
    ["timeout", 0, () => "", "open"],
    ["reset", 0, () => "", "reset"],
    ["disconnect", 200, half, "closed"],
    ["reset_in_body", 200, half, "reset"],
    ["stall", 200, half, "open"],
    ["hang_after_headers", 200, () => "", "open"],
    ["slow_body", 200, () => usual.slice(0, 1), "open"],
  ];

  it.each(rows)(
    "of kind %s has status %i, so much of its body, and is %s afterwards",
    async (kind, status, body, ending) => {
      const response = await suffer(kind, { forMs: 300 });

      expect({ ...response, body: response.body.toString() }).toMatchObject({ status, body: body(), ending });
    },
  );

  it("that is slow sends a byte a second", async () => {
    expect((await suffer("slow_body", { forMs: 1_500 })).body.toString()).toBe(usual.slice(0, 2));
  });

  it("is known for every kind", () => {
    expect(rows.map(([kind]) => kind)).toEqual(Object.keys(brokenConnections));
  });
});

describe("a body", () => {
  it("of short_content_length is longer than its header says", async () => {
    const { headers, body, ending } = await suffer("short_content_length");

    expect({ body: body.toString(), ending }).toEqual({ body: usual, ending: "closed" });
    expect(Number(headers["content-length"])).toBeLessThan(body.length);
  });

  it("of long_content_length ends before its header says", async () => {
    const { headers, body, ending } = await suffer("long_content_length");

    expect({ body: body.toString(), ending }).toEqual({ body: usual, ending: "closed" });
    expect(Number(headers["content-length"])).toBeGreaterThan(body.length);
  });

  it("of broken_chunk has a chunk whose length is no number", async () => {
    const { headers, body } = await suffer("broken_chunk");

    expect(headers["transfer-encoding"]).toBe("chunked");
    expect(body.toString()).toContain(`10\r\n${usual.slice(0, 16)}\r\nzz\r\n`);
  });

  it("of endless_chunks does not end", async () => {
    const { headers, body, ending } = await suffer("endless_chunks", { bytesMax: 10_000_000, forMs: 5_000 });

    expect(headers["transfer-encoding"]).toBe("chunked");
    expect(body.length).toBeGreaterThan(9_000_000);
    expect(ending).toBe("open");
  });

  it("of gzip_bomb is about 10 MB that unpack to 10 GB", async () => {
    const { headers, body } = await suffer("gzip_bomb", { forMs: 10_000 });
    const packed = withoutChunks(body);
    const secondMember = packed.indexOf(packed.subarray(0, 10), 10);
    const ratio = gunzipSync(packed.subarray(0, secondMember)).length / secondMember;

    expect(headers["content-encoding"]).toBe("gzip");
    expect(packed.length).toBeGreaterThan(9_000_000);
    expect(packed.length).toBeLessThan(12_000_000);
    expect(packed.length * ratio).toBeGreaterThan(9_900_000_000);
  });

  it.each([
    ["padded_to_5_mb", 5_000_000],
    ["padded_to_200_mb", 200_000_000],
  ] as const)("of %s is the usual one at %i bytes", async (kind, bytes) => {
    const { headers, body, bytes: received, ending } = await suffer(kind, { forMs: 15_000 });

    expect(Number(headers["content-length"])).toBe(bytes);
    expect(received - bytes).toBeLessThan(1_000);
    expect(received).toBeGreaterThan(bytes);
    expect(ending).toBe("closed");
    expect(body.subarray(0, Buffer.byteLength(usual)).toString()).toBe(usual);
  });

  it("is known for every kind", () => {
    expect(Object.keys(brokenBodies)).toHaveLength(7);
  });
});

function withoutChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let place = 0; place < body.length; ) {
    const lineEnd = body.indexOf("\r\n", place);
    const length = Number.parseInt(body.subarray(place, lineEnd).toString(), 16);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    place = lineEnd + 2 + length + 2;
  }
  return Buffer.concat(chunks);
}
