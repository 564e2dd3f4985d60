import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";

import { identitySchema, searchResponseSchema } from "../../scrapers/contracts/records.ts";
import { DAY, type Harness, startHarness } from "./scraper-harness.ts";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "../..");
const node24 = join(repository, "node_modules/.bin/node");

let harness: Harness;
let directory: string;

beforeAll(async () => {
  harness = await startHarness();
  directory = await mkdtemp(join(tmpdir(), "scraper-bundles-"));
});
afterAll(async () => {
  await harness.simulator.stop();
  await rm(directory, { recursive: true });
});

/** Calls the bundle in a process of its own, where no node_modules folder is in reach. */
const caller = `
const { handler } = await import(process.argv[2]);
const answers = [];
for (const path of process.argv.slice(3)) {
  const [rawPath, rawQueryString = ""] = path.split("?");
  const requestContext = { requestId: "request-1", http: { method: "GET" } };
  answers.push(await handler({ rawPath, rawQueryString, headers: {}, requestContext }));
}
console.log(JSON.stringify(answers));
`;

describe.each(["ios", "android"] as const)("the bundle of a scraper (%s)", (platform) => {
  it("loads on Node 24 without node_modules and answers from the store", { timeout: 60_000 }, async () => {
    const outfile = join(directory, `${platform}.mjs`);
    await build({
      entryPoints: [join(repository, "scrapers", platform, "handler.ts")],
      outfile,
      bundle: true,
      minify: true,
      platform: "node",
      target: "node24",
      format: "esm",
      alias: { cheerio: "cheerio/slim" },
      banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
      logLevel: "error",
    });
    const script = join(directory, "caller.mjs");
    await writeFile(script, caller);
    const app = harness.simulator.catalogue.apps(platform).find((one) => one.on(DAY).isAvailable("us"));

    const paths = [`/apps/${app?.externalId}/identity`, `/apps/${app?.externalId}/listings`, "/apps/search?term=notes"];
    const { stdout } = await run(node24, [script, outfile, ...paths], {
      cwd: directory,
      env: { LOG_LEVEL: "SILENT", STORE_SIMULATOR_URL: harness.simulator.url },
    });

    const answers = z.array(z.object({ statusCode: z.number(), body: z.string() })).parse(JSON.parse(stdout));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const [identity, , found] = answers.map(({ body }): unknown => JSON.parse(body));
    expect(z.parse(identitySchema, identity).app_id).toBe(app?.externalId);
    expect(z.parse(searchResponseSchema, found).results.length).toBeGreaterThanOrEqual(0);

    const { size } = await stat(outfile);
    console.log(`${platform} bundle: ${size} bytes`);
    expect(size).toBeLessThan(2_000_000);
  });
});
