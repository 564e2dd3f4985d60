import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { Agent, fetch, interceptors } from "undici";
import { describe, expect, it } from "vitest";

import {
  COMPRESSED_BYTES_MIN,
  chooseEncoding,
  isKnown,
  represent,
  TAGGED_BYTES_MIN,
  weakEtag,
} from "../../lib/http/representation.ts";

const SEED = 20_261_122;

const read = { method: "GET", access: "read" } as const;
const json = { "content-type": "application/json; charset=utf-8" };
const success = (body: string, statusCode = 200) => ({ statusCode, headers: json, body });
const ofBytes = (bytes: number) => `{"data":"${"a".repeat(bytes - 11)}"}`;

const represented = (
  body: string,
  headers: Record<string, string> = {},
  contract: Parameters<typeof represent>[1]["contract"] = read,
) => represent(success(body), { contract, headers, isSettled: false });

describe("If-None-Match (RFC 9110, 13.1.2)", () => {
  it.each<[header: string | undefined, etag: string, isKnown: boolean]>([
    [undefined, 'W/"a"', false],
    ["", 'W/"a"', false],
    ["*", 'W/"a"', true],
    [" * ", 'W/"a"', true],
    ['W/"a"', 'W/"a"', true],
    ['"a"', 'W/"a"', true],
    ['W/"a"', '"a"', true],
    ['"b", W/"a"', 'W/"a"', true],
    ['"b",,\t"a" ,', 'W/"a"', true],
    ['"b"', 'W/"a"', false],
    ['"A"', 'W/"a"', false],
    ["a", 'W/"a"', false],
    ['w/"a"', 'W/"a"', true],
    ['"*"', 'W/"a"', false],
    ['"b, a"', 'W/"a"', false],
    ['"b,a"', 'W/"b,a"', true],
    ['"a', 'W/"a"', false],
    ['""', 'W/""', true],
    ['"ä"', 'W/"ä"', true],
  ])("%j knows the tag %s: %s", (header, etag, expected) => {
    expect(isKnown(etag, header)).toBe(expected);
  });

  it("decides alone: no date makes a response 304, and none makes it 200 (13.1.3)", () => {
    const body = ofBytes(1_000);
    const date = { "if-modified-since": "Tue, 01 Jan 2999 00:00:00 GMT" };

    expect(represented(body, date).statusCode).toBe(200);
    expect(represented(body, { ...date, "if-none-match": '"other"' }).statusCode).toBe(200);
    expect(represented(body, { "if-modified-since": "0", "if-none-match": weakEtag(body) }).statusCode).toBe(304);
  });
});

describe("Accept-Encoding (RFC 9110, 12.5.3)", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip;q=0", "identity"],
    ["gzip; q=0.000", "identity"],
    ["gzip;q=0.001", "gzip"],
    ["br, gzip", "br"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["*, br;q=0", "gzip"],
    ["deflate", "identity"],
    ["gzipped", "identity"],
  ])("%j chooses %s", (accepted, expected) => {
    expect(chooseEncoding(accepted, ["br", "gzip"])).toBe(expected);
  });
});

describe("a success", () => {
  it("of a read has a weak tag of its body, and is to be revalidated for each token and encoding", () => {
    const [one, same, other] = ["a", "a", "b"].map((end) => represented(ofBytes(TAGGED_BYTES_MIN) + end));

    const headers = {
      ...json,
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      "cache-control": "private, no-cache, must-revalidate",
      vary: "authorization, accept-encoding",
    };
    expect([one?.headers, other?.headers]).toEqual([headers, headers]);
    expect(same).toEqual(one);
    expect(new Set([one?.headers?.etag, other?.headers?.etag]).size).toBe(2);
  });

  it("that the client has is 304 without a body, with the tag and what caches need", () => {
    const body = ofBytes(5_000);
    const { headers } = represented(body);

    const known = represented(body, { "if-none-match": String(headers?.etag), "accept-encoding": "gzip" });

    expect(known).toEqual({ statusCode: 304, headers });
  });

  it("that will stay the same may be kept for a day", () => {
    const kept = represent(success(ofBytes(1_000)), { contract: read, headers: {}, isSettled: true });

    expect(kept.headers).toMatchObject({ "cache-control": "private, max-age=86400, must-revalidate" });
  });

  it.each([
    ["is small", ofBytes(TAGGED_BYTES_MIN - 1), read],
    ["is of a write", ofBytes(1_000), { method: "POST", access: "write" } as const],
    ["is of a store that responds", ofBytes(1_000), { ...read, caching: "none" } as const],
  ])("has no tag when it %s", (_when, body, contract) => {
    expect(represented(body, { "if-none-match": "*" }, contract)).toEqual(success(body));
  });

  it.each([
    ["that is smaller than 2 KB", ofBytes(COMPRESSED_BYTES_MIN - 1), read],
    ["that shows a secret", ofBytes(5_000), { method: "POST", access: "write", hasSecret: true } as const],
  ])("%s is never compressed", (_which, body, contract) => {
    const { headers, ...sent } = represented(body, { "accept-encoding": "gzip" }, contract);

    expect(headers).not.toHaveProperty("content-encoding");
    expect(sent).toEqual({ statusCode: 200, body });
  });

  it("without a body stays as it is", () => {
    const none = { statusCode: 204, headers: {}, cookies: ["a=b"] };

    expect(represent(none, { contract: read, headers: { "if-none-match": "*" }, isSettled: false })).toEqual(none);
  });

  it("is byte for byte the same after it is decompressed, under the same tag", () => {
    const texts = fc.string({ unit: "binary", minLength: COMPRESSED_BYTES_MIN, maxLength: 4 * COMPRESSED_BYTES_MIN });
    const property = fc.property(texts, (text) => {
      const body = JSON.stringify({ data: text });
      const identity = represented(body);
      const gzip = represented(body, { "accept-encoding": "gzip" });

      expect(gzip).toMatchObject({ isBase64Encoded: true, headers: { "content-encoding": "gzip" } });
      expect(gunzipSync(Buffer.from(gzip.body ?? "", "base64")).equals(Buffer.from(identity.body ?? ""))).toBe(true);
      expect(gzip.headers?.etag).toBe(identity.headers?.etag);
    });

    fc.assert(property, { seed: SEED, numRuns: 50 });
  });
});

describe("a client with an HTTP cache", () => {
  it("[HTTP-3] requests a past day once, and anything else each time", async () => {
    const requested: string[] = [];
    const server = createServer(({ url = "", headers }, response) => {
      const known = { "if-none-match": headers["if-none-match"] };
      const sent = represent(success(ofBytes(1_000)), { contract: read, headers: known, isSettled: url === "/past" });
      requested.push(`${url} ${sent.statusCode}`);
      for (const [name, value] of Object.entries(sent.headers ?? {})) response.setHeader(name, String(value));
      response.writeHead(sent.statusCode ?? 500).end(sent.body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    // The address of a server that listens on a port.
    const { port } = server.address() as AddressInfo;
    const agent = new Agent();
    const options = {
      dispatcher: agent.compose(interceptors.cache({ type: "private" })),
      headers: { authorization: "Bearer 1|secret" },
      signal: AbortSignal.timeout(30_000),
    };

    const bodies: string[] = [];
    for (const path of ["/past", "/past", "/today", "/today"]) {
      bodies.push(await (await fetch(`http://127.0.0.1:${port}${path}`, options)).text());
    }

    expect(requested).toEqual(["/past 200", "/today 200", "/today 304"]);
    expect(new Set(bodies)).toEqual(new Set([ofBytes(1_000)]));
    await agent.close();
    server.close();
  });
});
