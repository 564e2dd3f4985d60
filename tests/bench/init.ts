import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { allEndpoints } from "../../functions/endpoints.ts";
import { bundleFunctions } from "../../infra/aws/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/aws/bundle/bundle-name.ts";
import { allEntries, entries as deployed } from "../../infra/aws/entries.ts";
import { recordFigure } from "./measuring/figures.ts";
import { least, median } from "./measuring/typical.ts";

/**
 * `npm run bench -- init [part of a path]`: how much of each function a cold start reads, how large all of its bundle
 * is, and how long a fresh process takes to import it over a handler that does nothing. In turn, since whatever else
 * runs on the machine only adds: the least is what it takes, the median what it took here. The empty handler and the
 * first function once more say how far that strays.
 */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const node24 = join(root, "node_modules/.bin/node");
const TURNS = 12;
const START_MS_MAX = 15;

const EMPTY_HANDLER = "data:text/javascript,export const handler = async () => {};";

/** Lambda's runtime has required these by then, and imported none: an import would read all of their exports. */
const preloaded = ["assert", "buffer", "crypto", "dns", "events", "fs", "http", "https", "module", "net", "os", "path"];
const preloadedToo = ["perf_hooks", "process", "stream", "string_decoder", "tls", "url", "util", "zlib"];

const timeImport = `
for (const name of ${JSON.stringify([...preloaded, ...preloadedToo])}) process.getBuiltinModule("node:" + name);
const startedAt = performance.now();
await import(process.argv[1]);
process.stdout.write(String(performance.now() - startedAt), () => process.exit());
`;

/** What every function finds, whichever it reads: nothing is reached with it. */
const environment = {
  STAGE: "bench",
  LOG_LEVEL: "SILENT",
  PLATFORM: "ios",
  DATABASE_HOST: "127.0.0.1",
  DATABASE_PORT: "1",
  DATABASE_NAME: "bench",
  DATABASE_SECRET_ARN: "arn:aws:secretsmanager:us-east-1:000000000000:secret:bench",
};

const outDir = await mkdtemp(join(tmpdir(), "bench-init-"));
const [, part = ""] = process.argv.slice(2);
try {
  const entries = [...allEntries()].filter((entry) => entry.includes(part));
  const contents = await bundleFunctions({ root, entries, outDir, minify: true });
  const control = entries.find((entry) => entry.startsWith("functions/apps/")) ?? entries[0] ?? "";
  const version = (await run(node24, ["--version"])).stdout.trim();
  console.log(`Node ${version}, ${TURNS} fresh processes each, in turn; over an empty handler`);

  const modules = new Map([["empty", EMPTY_HANDLER], ...entries.map(fileOf), ["control", fileOf(control)[1]]] as const);
  const times = await importInTurn(modules);
  const empty = times.get("empty") ?? [];
  const [again, once] = [times.get("control") ?? [], times.get(control) ?? []];
  console.log(`A/A of ${control}: least ${(least(again) / least(once)).toFixed(3)} x`);
  for (const entry of entries) {
    const { startBytes = 0, bytes = 0 } = contents.get(entry) ?? {};
    const own = times.get(entry) ?? [];
    const over = (typical: (values: readonly number[]) => number) =>
      `${(typical(own) - typical(empty)).toFixed(1).padStart(7)} ms`;
    const sizes = `${kilobytes(startBytes)} of ${kilobytes(bytes)}`;
    console.log(`${entry.padEnd(48)} ${sizes} least ${over(least)}, median ${over(median)}`);
  }
  recordStarts(new Map(entries.map((entry) => [entry, least(times.get(entry) ?? []) - least(empty)])));
} finally {
  await rm(outDir, { recursive: true });
}

/** Milliseconds over an empty handler, by entry. */
function recordStarts(starts: ReadonlyMap<string, number>): void {
  const [ios, android] = [starts.get(deployed.scrapers.ios), starts.get(deployed.scrapers.android)];
  if (ios !== undefined) recordFigure("start of the App Store's scraper", ios);
  if (android !== undefined) recordFigure("start of Google Play's scraper", android);
  const ofEndpoints = [...new Set(allEndpoints.map(({ entry }) => entry))].map((entry) => starts.get(entry));
  // A part of them would have fewer that are slow.
  if (ofEndpoints.includes(undefined)) return;
  const slow = ofEndpoints.filter((ms) => (ms ?? 0) > START_MS_MAX);
  recordFigure("API functions that start in more than 15 ms", slow.length);
}

function fileOf(entry: string): readonly [string, string] {
  return [entry, pathToFileURL(join(outDir, bundleName(entry), "index.mjs")).href];
}

async function importInTurn(modules: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map([...modules.keys()].map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, module] of modules) {
      const args = ["--input-type=module", "--eval", timeImport, module];
      const { stdout } = await run(node24, args, { cwd: outDir, env: environment });
      times.get(name)?.push(Number(stdout));
    }
  }
  return times;
}

function kilobytes(size: number): string {
  return `${Math.round(size / 1_024)} KB`.padStart(8);
}
