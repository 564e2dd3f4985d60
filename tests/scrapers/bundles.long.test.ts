import { execFile } from "node:child_process";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import type { FaultKind } from "../../infra/store-simulator/faults/fault-kinds.ts";
import { requestKinds } from "../../infra/store-simulator/store-route.ts";
import { bundleFactories, bundleHandlers } from "./bundled-scrapers.ts";
import { describeFaults } from "./describe-faults.ts";
import { faultRoutes } from "./fault-routes.ts";
import { PEAK_BYTES } from "./peak-bytes.ts";
import { get, useHarness } from "./scraper-harness.ts";

const run = promisify(execFile);
const node24 = resolve(import.meta.dirname, "../../node_modules/.bin/node");
const BUNDLE_BYTES_MAX = 2_000_000;
const PROCESS_BYTES_MAX = 256 * 1024 * 1024;

const sources = useHarness({ publishersPerStore: 12 });
let bundled: Awaited<ReturnType<typeof bundleHandlers>>;
beforeAll(async () => {
  bundled = await bundleHandlers();
});
afterAll(() => rm(bundled.directory, { recursive: true }));

/** Calls the handler in a process of its own, as Lambda would. */
const caller = `${PEAK_BYTES}
const { handler } = await import(process.argv[2]);
const responses = [];
for (const path of process.argv.slice(3)) {
  const [rawPath, rawQueryString = ""] = path.split("?");
  const requestContext = { requestId: "request-1", http: { method: "GET" } };
  responses.push(await handler({ rawPath, rawQueryString, headers: {}, requestContext }));
}
console.log(JSON.stringify({ responses, peakBytes: peakBytes() }));
`;

const calledSchema = z.object({
  responses: z.array(z.object({ statusCode: z.number(), body: z.string() })),
  peakBytes: z.number(),
});

async function callHandler(platform: "ios" | "android", paths: readonly string[]) {
  const script = join(bundled.directory, "caller.mjs");
  await writeFile(script, caller);
  const { stdout } = await run(node24, [script, bundled.handlers[platform], ...paths], {
    cwd: bundled.directory,
    env: { LOG_LEVEL: "SILENT", STORE_SIMULATOR_URL: sources.simulator.url },
    maxBuffer: 32 * 1024 * 1024,
  });
  return calledSchema.parse(JSON.parse(stdout));
}

describe.each(["ios", "android"] as const)("the bundle of a scraper (%s)", (platform) => {
  const pathsOf = () => faultRoutes(sources, platform).map(({ path }) => path);

  it("loads on Node 24 without node_modules and serves every route as the sources do", async () => {
    const { responses } = await callHandler(platform, pathsOf());

    const expected = await Promise.all(pathsOf().map((path) => get(sources.scrapers[platform], path)));
    expect(expected.map(({ status }) => status)).toEqual(expected.map(() => 200));
    const withoutTime = (body: unknown) => ({ ...Object(body), requested_at: undefined });
    expect(responses.map(({ statusCode, body }) => [statusCode, withoutTime(JSON.parse(body))])).toEqual(
      expected.map(({ status, body }) => [status, withoutTime(body)]),
    );
  });

  it("stays within its memory, whatever the store sends", async () => {
    const floods: readonly FaultKind[] = ["gzip_bomb", "padded_to_200_mb", "endless_chunks"];
    for (const [index, kind] of requestKinds.entries()) {
      const respond = floods[index % floods.length] ?? "gzip_bomb";
      sources.simulator.faults.add({ match: { kind }, respond });
    }
    const { responses, peakBytes } = await callHandler(platform, [...pathsOf(), ...pathsOf()]);

    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 500]));
    console.log(`${platform} peak: ${Math.round(peakBytes / 1024 / 1024)} MB`);
    expect(peakBytes).toBeLessThan(PROCESS_BYTES_MAX);
  });

  it("is small enough for a cold start", async () => {
    const folder = dirname(bundled.handlers[platform]);
    const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);

    console.log(`${platform} bundle: ${bytes} bytes`);
    expect(bytes).toBeLessThan(BUNDLE_BYTES_MAX);
  });
});

describe("the memory of a scraper", () => {
  it("is the memory of its own process, not that of the process that starts it", async () => {
    const script = join(bundled.directory, "holder.mjs");
    await writeFile(script, `${PEAK_BYTES}Buffer.alloc(${PROCESS_BYTES_MAX / 2}, 1); console.log(peakBytes());`);
    const held = Buffer.alloc(PROCESS_BYTES_MAX, 1);
    const { stdout } = await run(node24, [script]);

    expect(Number(stdout)).toBeGreaterThan(PROCESS_BYTES_MAX / 2);
    expect(Number(stdout)).toBeLessThan(held.byteLength);
  });
});

// `SCRAPERS=bundled` runs every other test of this folder against the bundles.
describe("the bundles of the scrapers", () => {
  let built: Awaited<ReturnType<typeof bundleFactories>>;
  beforeAll(async () => {
    built = await bundleFactories();
  });
  afterAll(() => rm(built.directory, { recursive: true }));

  describeFaults("ios", { only: ["listing"], loadFactories: () => built.factories });
  describeFaults("android", { only: ["developer's apps"], loadFactories: () => built.factories });
});
