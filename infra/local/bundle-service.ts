import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { bundleTogether } from "../aws/bundle/bundle-functions.ts";
import { allEntries } from "../aws/entries.ts";
import { BOOTSTRAP_ENTRY } from "./host/function-runner.ts";

const root = join(import.meta.dirname, "..", "..");
const STAMP_FILE = "stamp.json";
const BUNDLER = [
  "infra/aws/bundle/bundle-functions.ts",
  "infra/aws/bundle/left-out.ts",
  "infra/aws/bundle/embed-page.ts",
  "infra/aws/bundle/require-built-ins.ts",
  "lib/http/make-static-file.ts",
  "web/build/build-dashboard.ts",
];

const stampSchema = z.object({ entries: z.array(z.string()), files: z.record(z.string(), z.string()) });
type Stamp = z.infer<typeof stampSchema>;

/** Bundles every function of the service, unminified, and the bootstrap. It does nothing when no file has changed. */
export async function bundleService(outDir: string): Promise<void> {
  const entries = [...allEntries(), BOOTSTRAP_ENTRY];
  if (await isCurrent(outDir, entries)) return;

  await rm(outDir, { recursive: true, force: true });
  const inputs = await bundleTogether({ root, entries, outDir, minify: false });
  // Packages change only with the lock file, and virtual modules of plugins are no files.
  const own = inputs.filter((path) => !path.startsWith("node_modules/") && !path.startsWith("built-in:"));
  const stamp: Stamp = {
    entries,
    files: await stateOf([...own, "package-lock.json", ...BUNDLER]),
  };
  await writeFile(join(outDir, STAMP_FILE), JSON.stringify(stamp));
}

async function isCurrent(outDir: string, entries: readonly string[]): Promise<boolean> {
  try {
    const stamp = stampSchema.parse(JSON.parse(await readFile(join(outDir, STAMP_FILE), "utf8")));
    if (JSON.stringify(stamp.entries) !== JSON.stringify(entries)) return false;
    const files = await stateOf(Object.keys(stamp.files));
    return Object.entries(stamp.files).every(([path, state]) => files[path] === state);
  } catch {
    // There is no stamp, or an input file no longer exists.
    return false;
  }
}

async function stateOf(paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const states = paths.map(async (path) => {
    const { mtimeMs, size } = await stat(join(root, path));
    return [path, `${mtimeMs} ${size}`] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
