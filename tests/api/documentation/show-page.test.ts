import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { page } from "../../../functions/documentation/page-assets.ts";
import { handler } from "../../../functions/documentation/show-page.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { httpApiEvent } from "../../support/requests.ts";

const LAMBDA_RESPONSE_BYTES_MAX = 6 * 1024 * 1024;

async function get(asset?: string, headers: Record<string, string> = {}) {
  const path = `/api/documentation${asset === undefined ? "" : `/${asset}`}`;
  const result = await handler(httpApiEvent({ method: "GET", path, headers }, asset === undefined ? {} : { asset }));
  const bytes = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
  return { status: result.statusCode, headers: result.headers ?? {}, bytes, text: bytes.toString() };
}

const linksOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="documentation\/([^"]+)"/g)].map(([, name = ""]) => name);

describe("GET /api/documentation", () => {
  it("returns a page that loads only its own assets, by relative links", async () => {
    const { status, headers, text } = await get();

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).not.toMatch(/(?:src|href)="(?!documentation\/|#)/);
    expect(text).not.toMatch(/\{\{|https?:|<style|style=|<script(?![^>]*src=)/);
    const statuses = await Promise.all(linksOf(text).map(async (name) => (await get(name)).status));
    expect(statuses).toEqual(linksOf(text).map(() => 200));
    expect(linksOf(text).length).toBeGreaterThanOrEqual(6);
  });

  it("allows only its own scripts, styles and requests, and no frame around it", async () => {
    const policy = String((await get()).headers["content-security-policy"]);

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("must be revalidated by caches", async () => {
    expect((await get()).headers).toMatchObject({ "cache-control": "no-cache", vary: "accept-encoding" });
  });
});

describe("GET /api/documentation/{asset}", () => {
  const names = Object.keys(page.assets);

  it.each(names)("returns %s in each encoding, within the size limit of a function's response", async (name) => {
    const identity = await get(name);
    const br = await get(name, { "accept-encoding": "gzip, deflate, br" });
    const gzip = await get(name, { "accept-encoding": "gzip;q=1.0, br;q=0" });

    expect([identity.status, br.status, gzip.status]).toEqual([200, 200, 200]);
    expect(identity.headers).not.toHaveProperty("content-encoding");
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(brotliDecompressSync(br.bytes)).toEqual(identity.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(identity.bytes);
    expect(identity.bytes.length * (4 / 3)).toBeLessThan(LAMBDA_RESPONSE_BYTES_MAX);
    expect(new Set([identity.headers.etag, br.headers.etag, gzip.headers.etag]).size).toBe(3);
  });

  it.each(names.filter((name) => /\.[\w-]{16}\./.test(name)))("marks %s as immutable", async (name) => {
    expect((await get(name)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each([
    [".js", "text/javascript; charset=utf-8"],
    [".css", "text/css; charset=utf-8"],
    [".png", "image/png"],
    [".json", "application/json; charset=utf-8"],
    [".txt", "text/plain; charset=utf-8"],
  ])("returns the type of %s with nosniff", async (extension, type) => {
    for (const name of nonEmpty(names.filter((one) => one.endsWith(extension)))) {
      expect((await get(name)).headers).toMatchObject({ "content-type": type, "x-content-type-options": "nosniff" });
    }
  });

  it("returns 304 without a body to a matching ETag of the encoding", async () => {
    const headers = { "accept-encoding": "br" };
    const { headers: first } = await get("openapi.json", headers);
    const again = await get("openapi.json", { ...headers, "if-none-match": `"other", W/${String(first.etag)}` });
    const other = await get("openapi.json", { "if-none-match": String(first.etag) });

    expect(again).toMatchObject({ status: 304, text: "", headers: { etag: first.etag, "cache-control": "no-cache" } });
    expect(other.status).toBe(200);
  });

  it("serves the OpenAPI document", async () => {
    const { readFile } = await import("node:fs/promises");
    const written = await readFile(new URL("../../../docs/openapi.json", import.meta.url), "utf8");

    expect((await get("openapi.json")).text).toBe(written);
  });

  it.each(["nothing", "swagger-ui.js", "../page-assets.ts", "..", "__proto__", "constructor", "page.html"])(
    "returns 404 to %j",
    async (name) => {
      const { status, headers, text } = await get(name);

      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(JSON.parse(text)).toMatchObject({ status: 404, title: "Not Found" });
    },
  );

  it("redirects to the page when the name of the asset is empty", async () => {
    const { status, headers } = await get("");

    expect([status, headers.location]).toEqual([308, "../documentation"]);
  });
});
