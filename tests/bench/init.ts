import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { bundleFunctions } from "../../infra/bundle/bundle-functions.ts";
import { bundleName } from "../../infra/bundle/bundle-name.ts";
import { allEntries } from "../../infra/entries.ts";

/**
 * `npm run bench -- init`: how large the bundle of each function is, and how long a fresh process takes to import it.
 * Both make up most of a cold start. The time of a process that imports nothing is printed first, to compare with.
 */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");
const node24 = join(root, "node_modules/.bin/node");
const PROCESSES = 10;

const timeImport = `
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
  await bundleFunctions({ root, entries, outDir, minify: true });
  console.log(`Node ${(await run(node24, ["--version"])).stdout.trim()}, median of ${PROCESSES} fresh processes`);
  print("nothing", 0, await medianOfImports("node:http"));
  for (const entry of entries) {
    const file = join(outDir, bundleName(entry), "index.mjs");
    print(entry, await bytesIn(dirname(file)), await medianOfImports(pathToFileURL(file).href));
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

async function bytesIn(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".mjs"));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function print(name: string, bytes: number, milliseconds: number): void {
  console.log(
    `${name.padEnd(48)} ${String(Math.round(bytes / 1_000)).padStart(6)} kB ${milliseconds.toFixed(0).padStart(6)} ms`,
  );
}
