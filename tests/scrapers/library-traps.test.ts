import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";

import { searchIdsSchema, searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { faultRoutes } from "./fault-routes.ts";
import { get, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ publishersPerStore: 12 });
afterEach(() => vi.unstubAllEnvs());

type Sent = { readonly url: URL; readonly method: string; readonly headers: Headers };

/** Returns the requests of each route of a scraper to its store. */
async function sentByRoutes(platform: "ios" | "android") {
  const sent: Sent[] = [];
  const recording: typeof fetch = (input, init) => {
    sent.push({ url: new URL(String(input)), method: init?.method ?? "GET", headers: new Headers(init?.headers) });
    return fetch(input, init);
  };
  const { [platform]: scraper } = harness.with({ fetch: recording });
  const statuses: number[] = [];
  for (const { path } of faultRoutes(harness, platform)) statuses.push((await get(scraper, path)).status);
  return { sent, statuses };
}

describe.each(["ios", "android"] as const)("the library of a store (%s)", (platform) => {
  it("[TRAP-1] sends every request through the injected transport and reaches nothing else", async () => {
    const { sent, statuses } = await sentByRoutes(platform);

    expect(statuses).toEqual(statuses.map(() => 200));
    expect(sent.length).toBe(harness.simulator.requests.count());
    expect(sent.map(({ url }) => url.origin)).toEqual(sent.map(() => harness.simulator.url));
  });

  it("[TRAP-15] sends a browser's user agent on every request by default, never a library's", async () => {
    const { sent } = await sentByRoutes(platform);

    for (const { headers } of sent) expect(headers.get("user-agent")).toMatch(/^Mozilla\/5\.0 \(/);
  });

  it("[TRAP-2] requests nothing twice where every response is a failure, on any route", async () => {
    harness.simulator.faults.add({ respond: { status: 503 } });
    for (const { route, path } of nonEmpty(faultRoutes(harness, platform))) {
      const sent: string[] = [];
      const recording: typeof fetch = (input, init) => {
        sent.push(`${init?.method ?? "GET"} ${String(input)} ${String(init?.body ?? "")}`);
        return fetch(input, init);
      };

      await get(harness.with({ fetch: recording })[platform], path);

      expect(sent.length, route).toBeGreaterThan(0);
      expect([...new Set(sent)], route).toEqual(sent);
    }
  });

  it("[TRAP-18] begins every call without a cookie of an earlier one, on any route", async () => {
    let cookies: (string | null)[] = [];
    const setting: typeof fetch = async (input, init) => {
      cookies.push(new Headers(init?.headers).get("cookie"));
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.append("set-cookie", "NID=robot; Path=/");
      return new Response(response.body, { status: response.status, headers });
    };
    const { [platform]: scraper } = harness.with({ fetch: setting });

    for (const time of ["first", "second"]) {
      for (const { route, path } of nonEmpty(faultRoutes(harness, platform))) {
        cookies = [];
        const { status } = await get(scraper, path);
        // The pages of one list are requested with the cookies of the first.
        expect([time, route, status, cookies[0]]).toEqual([time, route, 200, null]);
      }
    }
  });

  it("[TRAP-1] ignores the proxies of the process environment", async () => {
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"]) {
      vi.stubEnv(name, "http://127.0.0.1:9");
    }

    const { statuses } = await sentByRoutes(platform);

    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

describe("app-store-scraper", () => {
  it("[TRAP-15] sends the storefront of a search, and of suggestions, in the library's header", async () => {
    const { sent } = await sentByRoutes("ios");

    // Ratings are requested without the library.
    const byLibrary = sent.filter(({ url }) => !url.pathname.includes("/customer-reviews/"));
    const storefronts = byLibrary.flatMap(({ headers }) => headers.get("x-apple-store-front") ?? []);
    expect(new Set(storefronts)).toEqual(new Set(["143441,24 t:native", "143441,29"]));
  });

  it("[TRAP-4] sends two requests for a search, the second for all that it found, and none for a single app", async () => {
    await get(harness.scrapers.ios, "/apps/search?term=notes&limit=50");

    expect(harness.simulator.requests.list().map(({ kind }) => kind)).toEqual(["search", "lookup"]);
  });

  it("[TRAP-4] sends one request for the ids of a search", async () => {
    const path = "search?term=notes&limit=50";
    const { body } = await get(harness.scrapers.ios, `/apps/${path}`);
    harness.simulator.requests.clear();

    const found = await get(harness.scrapers.ios, `/apps/${path.replace("search", "search/ids")}`);

    expect(harness.simulator.requests.list().map(({ kind }) => kind)).toEqual(["search"]);
    const { results } = searchResponseSchema().parse(body);
    expect(results.length).toBeGreaterThan(0);
    expect(searchIdsSchema().parse(found.body).ids).toEqual(results.map(({ app_id }) => app_id));
  });

  it("[TRAP-7] requests a developer's apps with Apple's largest limit", async () => {
    const { sent } = await sentByRoutes("ios");

    expect(sent.map(({ url }) => url.searchParams.get("limit")).filter((limit) => limit !== null)).toEqual(["200"]);
  });
});

describe("google-play-scraper", () => {
  it("[TRAP-4] sends one request for a search and none for details", async () => {
    await get(harness.scrapers.android, "/apps/search?term=notes&limit=50");

    expect(harness.simulator.requests.list().map(({ kind }) => kind)).toEqual(["search"]);
  });

  it("[TRAP-15] posts a form where the library does", async () => {
    const { sent } = await sentByRoutes("android");

    const posts = sent.filter(({ method }) => method === "POST");
    expect(posts.length).toBeGreaterThan(0);
    for (const { headers } of posts) expect(headers.get("content-type")).toMatch(/^application\/x-www-form-urlencoded/);
  });

  it("[TRAP-18] runs no script of a page", async () => {
    const url = `${harness.simulator.url}/store/search?c=apps&q=notes&hl=en&gl=us&price=0`;
    const page = await (await fetch(url, { headers: { "x-store-host": "play.google.com" } })).text();
    const script = "{'ds:9' : {id:'x',request:[globalThis.ranScript = true]}}; var AF_initDataChunkQueue";
    const body = page.replace(/\{'ds:4'.*?; var AF_initDataChunkQueue/s, script);
    harness.simulator.faults.add({ respond: { status: 200, body } });

    expect(body).toContain("ranScript");
    expect((await get(harness.scrapers.android, "/apps/search?term=notes")).status).toBe(200);
    expect(Object.keys(globalThis)).not.toContain("ranScript");
  });
});

describe("the code of both scrapers", () => {
  it.each(["throttle:", ".similar(", "fullDetail", "memoized(", ".versionHistory(", ".privacy(", ".ratings("])(
    "[TRAP-2] has no use of %s",
    async (call) => {
      const root = resolve(import.meta.dirname, "../../scrapers");
      const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".ts"));
      const sources = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));

      expect(sources.length).toBeGreaterThan(40);
      expect(sources.filter((source) => source.includes(call))).toEqual([]);
    },
  );
});
