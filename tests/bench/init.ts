import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { bundleFunctions } from "../../infra/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/bundle/bundle-name.ts";
import { allEntries } from "../../infra/entries.ts";

/**
 * `npm run bench -- init`: how much of each function a cold start reads, how large all of its bundle is, and how long a
 * fresh process takes to import it over a handler that does nothing. Lambda has loaded Node's own modules by then.
 */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const node24 = join(root, "node_modules/.bin/node");
const PROCESSES = 10;

const EMPTY_HANDLER = "data:text/javascript,export const handler = async () => {};";
const preloaded = ["assert", "buffer", "crypto", "dns", "events", "fs", "http", "https", "net", "os", "path"];
const preloadedToo = ["perf_hooks", "process", "stream", "string_decoder", "tls", "url", "util", "zlib"];

const timeImport = `
for (const name of ${JSON.stringify([...preloaded, ...preloadedToo])}) await import("node:" + name);
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
try {
  const entries = [...allEntries()];
  const contents = await bundleFunctions({ root, entries, outDir, minify: true });
  const version = (await run(node24, ["--version"])).stdout.trim();
  const empty = await medianOfImports(EMPTY_HANDLER);
  console.log(`Node ${version}, median of ${PROCESSES} fresh processes with Node's own modules loaded`);
  console.log(`An empty handler takes ${empty.toFixed(1)} ms; each function is told as what it takes over that.`);
  for (const entry of entries) {
    const milliseconds = await medianOfImports(pathToFileURL(join(outDir, bundleName(entry), "index.mjs")).href);
    const { startBytes = 0, bytes = 0 } = contents.get(entry) ?? {};
    print(entry, { startBytes, bytes, milliseconds: milliseconds - empty });
  }
} finally {
  await rm(outDir, { recursive: true });
}

async function medianOfImports(module: string): Promise<number> {
  const times: number[] = [];
  for (let process = 0; process < PROCESSES; process += 1) {
    const args = ["--input-type=module", "--eval", timeImport, module];
    const { stdout } = await run(node24, args, { cwd: outDir, env: environment });
    times.push(Number(stdout));
  }
  times.sort((a, b) => a - b);
  return ((times[PROCESSES / 2 - 1] ?? 0) + (times[PROCESSES / 2] ?? 0)) / 2;
}

function print(
  name: string,
  { startBytes, bytes, milliseconds }: { startBytes: number; bytes: number; milliseconds: number },
): void {
  const kilobytes = (size: number) => `${Math.round(size / 1_024)} KB`.padStart(8);
  console.log(
    `${name.padEnd(48)} ${kilobytes(startBytes)} of ${kilobytes(bytes)} ${milliseconds.toFixed(1).padStart(7)} ms`,
  );
}
