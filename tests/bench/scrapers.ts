/** Measures the peak memory and the CPU per call of the deployed scraper bundles for the store's largest responses. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import * as z from "zod";

import { prod } from "../../infra/aws/stages.ts";
import { startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { bundleHandlers } from "../scrapers/bundled-scrapers.ts";
import { PEAK_BYTES } from "../scrapers/peak-bytes.ts";

const CALLS = 40;
const APPS_IN_A_BATCH = 150;
const ITEMS_IN_A_CALL = 10;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** What Lambda's own runtime takes beside the function, at most. */
const RUNTIME_MB = 40;
/** What Node allows the heap in a function of 256 MB: half of it. */
const HEAP_MB = 128;
const MB = 1024 * 1024;

const caller = `${PEAK_BYTES}
const [bundle, calls, path] = process.argv.slice(2);
const { handler } = await import(bundle);
const [rawPath, rawQueryString = ""] = path.split("?");
const event = { rawPath, rawQueryString, headers: {}, requestContext: { requestId: "1", http: { method: "GET" } } };
let response;
for (let call = 0; call < Number(calls); call += 1) response = await handler(event);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const { statusCode, body } = response;
console.log(JSON.stringify({ statusCode, body, peakBytes: peakBytes(), cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
`;
const called = z.object({ statusCode: z.literal(200), body: z.string(), peakBytes: z.number(), cpuMs: z.number() });
const chart = z.object({ results: z.array(z.object({ app_id: z.string() })) });

/** The size of a page of the stores, most of it markup that nobody reads. The pages of the simulator are smaller. */
const PAGE_BYTES = 1_500_000;
const MARKUP = '<div class="a b"><p>text</p><a href="/x">link</a></div>';

const simulator = await startStoreSimulator({ appsPerStore: 2_000 });
const enlarged = createServer(async (request, response) => {
  const { method = "GET", url = "/", headers } = request;
  const sent = method === "GET" ? {} : { body: await text(request) };
  const {
    host: _host,
    connection: _connection,
    "content-length": _length,
    "accept-encoding": _encoding,
    ...kept
  } = headers;
  const entries = Object.entries(kept).map(([name, value]) => [name, String(value)]);
  const forwarded = { method, headers: Object.fromEntries(entries), ...sent };
  const upstream = await fetch(`${simulator.url}${url}`, { ...forwarded, redirect: "manual" });
  const body = await upstream.text();
  const isPage = upstream.headers.get("content-type")?.includes("html") ?? false;
  const padding = isPage ? MARKUP.repeat(Math.max(0, PAGE_BYTES - body.length) / MARKUP.length) : "";
  response.writeHead(upstream.status, { "content-type": upstream.headers.get("content-type") ?? "text/plain" });
  response.end(isPage ? body.replace("</body>", () => `${padding}</body>`) : body);
});
await once(enlarged.listen(0, "127.0.0.1"), "listening");
const port = z.object({ port: z.number() }).parse(enlarged.address()).port;
const { directory, handlers } = await bundleHandlers();
const script = join(directory, "caller.mjs");
await writeFile(script, caller);

async function call(platform: Platform, path: string, calls: number) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, script, handlers[platform], String(calls), path],
    {
      cwd: directory,
      env: {
        LOG_LEVEL: "SILENT",
        STORE_SIMULATOR_URL: `http://127.0.0.1:${port}`,
        STORE_CONCURRENCY: String(prod.scrapers.storeConcurrency),
      },
      maxBuffer: OUTPUT_BYTES_MAX,
    },
  );
  return called.parse(JSON.parse(stdout));
}

for (const platform of platforms) {
  const { body } = await call(platform, "/charts?collection=top_free&country=us", 1);
  const ids = chart.parse(JSON.parse(body)).results.map((entry) => entry.app_id);
  const some = Array.from({ length: APPS_IN_A_BATCH }, (_, place) => ids[place % ids.length]);
  const countries = ["us", "gb", "de", "fr", "it", "es", "jp", "kr", "br", "tr"].slice(0, ITEMS_IN_A_CALL);
  const paths = {
    ios: [
      `/storefronts/us/apps?ids=${[...new Set(some)].join(",")}&fields=all`,
      `/apps/${ids[0]}/pages?targets=${countries.map((country) => `${country}:en-US`).join(",")}`,
      "/apps/search?term=a&limit=50",
      "/charts?collection=top_free&country=us",
    ],
    android: [
      `/apps/${ids[0]}/listings/locales?locales=${countries.map((country) => `en-US:${country}`).join(",")}`,
      `/apps/${ids[0]}/identity`,
      "/apps/search?term=a&limit=50",
      "/charts?collection=top_free&country=us",
    ],
  };
  for (const path of paths[platform]) {
    const one = await call(platform, path, 1);
    const many = await call(platform, path, CALLS);
    const cpuMs = (many.cpuMs - one.cpuMs) / (CALLS - 1);
    const peakMb = many.peakBytes / MB;
    console.log(
      `${platform} ${path.slice(0, 60).padEnd(60)} response ${(many.body.length / 1024).toFixed(0).padStart(4)} KB, ` +
        `peak ${(one.peakBytes / MB).toFixed(0)} to ${peakMb.toFixed(0)} MB (+${RUNTIME_MB}), ` +
        `CPU ${cpuMs.toFixed(0)} ms a call`,
    );
  }
}
enlarged.close();
await simulator.stop();
await rm(directory, { recursive: true });
