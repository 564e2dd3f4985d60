import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";

import { dashboardRoutes } from "../../functions/endpoints.ts";
import { page } from "../../functions/web/page-assets.ts";
import { createDashboardPage } from "../../lib/http/dashboard-page.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { httpApiEvent } from "../support/requests.ts";

const handler = createDashboardPage(page, {
  imageOrigins: ["http://127.0.0.1:4000"],
  pictures: undefined,
  registration: "open",
  email: "off",
  oauth: "off",
  respondToUnknown: createFallback(dashboardRoutes),
});

async function get(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const headers = { "accept-encoding": "br" };
  const result = await handler(httpApiEvent({ method: "GET", path, headers }, parameters));
  const body = Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8");
  const text = result.isBase64Encoded ? brotliDecompressSync(body).toString() : body.toString();
  return { status: result.statusCode, headers: result.headers ?? {}, text };
}

const getAsset = (asset: string) => get(`/dashboard/assets/${asset}`, { asset });

describe("the dashboard's function", () => {
  it("returns a page at every address of a screen, to be revalidated", async () => {
    const charts = await get("/dashboard/charts", { path: "charts" });
    const unknown = await get("/dashboard/apps/ios/1/unknown", { path: "apps/ios/1/unknown" });

    expect(charts.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
    expect(unknown).toEqual(charts);
  });

  it.each([
    ["/dashboard", ["today-screen", "word-diff"]],
    ["/dashboard/", ["today-screen", "word-diff"]],
    ["/dashboard/apps/ios/1", ["app-frame"]],
    ["/dashboard/apps/android/com.example.app", ["app-frame"]],
    ["/dashboard/apps/ios/1/ratings", []],
    ["/dashboard/apps", []],
  ])("names at %s the files of its screen, which a browser loads together with the first ones", async (path, files) => {
    const { status, text } = await get(path, { path: path.replace(/^\/dashboard\/?/, "") });
    const ahead = [...text.matchAll(/<link rel="modulepreload" href="\/dashboard\/assets\/([^"]+)"/g)];
    const named = ahead.map(([, name = ""]) => name);

    const statuses = await Promise.all(named.map(async (name) => (await getAsset(name)).status));

    expect(status).toBe(200);
    expect(files.filter((file) => !named.some((name) => name.startsWith(`${file}-`)))).toEqual([]);
    expect(named.length > 0).toBe(files.length > 0);
    expect(statuses.filter((each) => each !== 200)).toEqual([]);
  });

  it("returns to HEAD the headers of the page without it", async () => {
    const headers = { "accept-encoding": "br" };
    const head = await handler(httpApiEvent({ method: "HEAD", path: "/dashboard", headers }));

    expect([head.statusCode, head.body]).toEqual([200, undefined]);
    expect(head.headers).toEqual((await get("/dashboard")).headers);
  });

  it("returns the files that the page names, which browsers keep", async () => {
    const { text } = await get("/dashboard");
    const names = [...text.matchAll(/\/dashboard\/assets\/([^"]+)"/g)].map(([, name = ""]) => name);
    const files = await Promise.all(names.map(getAsset));

    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toMatch(/\{\{|<style|<script(?![^>]*src=)|style="/);
    for (const { status, headers } of nonEmpty(files)) {
      expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    }
  });

  it("names a file with the licences of all packages in its scripts", async () => {
    const { text } = await get("/dashboard");
    const [, name = ""] = /<link rel="license" href="\/dashboard\/assets\/([^"]+)"/.exec(text) ?? [];
    const licences = await getAsset(name);

    expect(licences.headers["content-type"]).toBe("text/plain; charset=utf-8");
    for (const title of [
      "react",
      "react-dom",
      "@tanstack/react-query",
      "wouter",
      "uplot",
      "diff",
      "react-aria-components",
      "@fontsource-variable/inter",
    ])
      expect(licences.text, title).toMatch(new RegExp(`^${title} \\d+\\.\\d+\\.\\d+$`, "m"));
    for (const words of ["Permission is hereby granted", "Apache License", "SIL Open Font License"])
      expect(licences.text).toContain(words);
  });

  it("does not name its font, so that the scripts of a first visit do not share the line with it", async () => {
    const { text } = await get("/dashboard");
    const [, styles = ""] = /<link rel="stylesheet"[^>]* href="\/dashboard\/assets\/([^"]+)"/.exec(text) ?? [];
    const [, name = ""] = /url\([^)]*?([^/)]+\.woff2)"?\)/.exec((await getAsset(styles)).text) ?? [];
    const { status, headers } = await getAsset(name);

    expect([status, headers["content-type"]]).toEqual([200, "font/woff2"]);
    expect(text).not.toContain(".woff2");
  });

  it("allows nothing inline, and pictures of the stores and of the stage alone", async () => {
    const policy = String((await get("/dashboard")).headers["content-security-policy"]);

    expect(policy).toContain("script-src 'self'; style-src 'self'; font-src 'self';");
    expect(policy).toContain(
      "img-src 'self' data: https://*.mzstatic.com https://play-lh.googleusercontent.com http://127.0.0.1:4000;",
    );
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy).not.toContain("unsafe");
  });

  it.each(["/dashboard/authorize", "/dashboard/login", "/dashboard"])("is shown in no frame at %s", async (path) => {
    const { headers } = await get(path, { path: path.replace(/^\/dashboard\/?/, "") });

    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it.each([
    ["/dashboard/authorize", "unsafe-none"],
    ["/dashboard/login", "unsafe-none"],
    ["/dashboard", "same-origin"],
    ["/dashboard/charts", "same-origin"],
    ["/dashboard/authorize/more", "same-origin"],
    ["/dashboard/settings/api-tokens", "same-origin"],
  ])(
    "[OAUTH-3] leaves a window to the page that has opened it where a client does so alone: %s is %s",
    async (path, policy) => {
      const { headers } = await get(path, { path: path.replace(/^\/dashboard\/?/, "") });

      expect(headers["cross-origin-opener-policy"]).toBe(policy);
    },
  );

  it.each(["main-OLDHASH.js", "..", "__proto__", "index.html"])("returns 404 for the file %s", async (name) => {
    const { status, headers } = await getAsset(name);

    expect([status, headers["content-type"]]).toEqual([404, "application/problem+json"]);
  });
});
