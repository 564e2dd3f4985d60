import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { bundleName } from "../aws/bundle/bundle-name.ts";
import { pageEntries } from "../aws/page-entries.ts";
import { BOOTSTRAP_ENTRY } from "./host/function-runner.ts";
import { readSources, stateOf } from "./read-sources.ts";

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

/** A plugin's namespace and a colon. */
const VIRTUAL_MODULE = /^[a-z-]+:/;

const pages: readonly string[] = Object.values(pageEntries);

/** The functions that serve a page hold all of its compressed files, so they take longer than all others together. */
type BundledPart = "functions" | "pages";

const stampSchema = z.object({
  sources: z.string(),
  entries: z.array(z.string()).readonly(),
  files: z.record(z.string(), z.string()),
});
type Stamp = z.infer<typeof stampSchema>;

/** Bundles every function of the service, unminified, and the bootstrap. */
export async function bundleService(outDir: string): Promise<void> {
  const sources = await readSources();
  await bundlePart(outDir, "functions", sources);
  await bundlePart(outDir, "pages", sources);
}

/** Bundles nothing if no source file of the bundles has changed. */
export async function bundlePart(outDir: string, part: BundledPart, sources: string): Promise<void> {
  if (await isBundled(outDir, part, sources)) return;

  const { bundleTogether } = await import("../aws/bundle/bundle-functions.ts");
  const folder = join(outDir, part);
  await rm(folder, { recursive: true, force: true });
  const entries = await entriesOf(part);
  const inputs = await bundleTogether({ root, entries, outDir: folder, minify: false });
  // Packages change only with the lock file, and virtual modules of plugins are no files.
  const own = inputs.filter((path) => !path.startsWith("node_modules/") && !VIRTUAL_MODULE.test(path));
  await writeStamp(folder, { sources, entries, files: await stateOf([...own, "package-lock.json", ...BUNDLER]) });
}

/** Returns whether the bundles are those of the files as they are now. */
export async function isBundled(outDir: string, part: BundledPart, sources: string): Promise<boolean> {
  const folder = join(outDir, part);
  try {
    const stamp = stampSchema.parse(JSON.parse(await readFile(join(folder, STAMP_FILE), "utf8")));
    if (stamp.sources === sources) return true;
    if (JSON.stringify(stamp.entries) !== JSON.stringify(await entriesOf(part))) return false;
    const files = await stateOf(Object.keys(stamp.files));
    const isSame = Object.entries(stamp.files).every(([path, state]) => files[path] === state);
    if (isSame) await writeStamp(folder, { ...stamp, sources });
    return isSame;
  } catch {
    // There is no stamp, or an input file no longer exists.
    return false;
  }
}

export function bundlePath(outDir: string, entry: string): string {
  return join(outDir, partOf(entry), `${bundleName(entry)}.mjs`);
}

export function partOf(entry: string): BundledPart {
  return pages.includes(entry) ? "pages" : "functions";
}

async function entriesOf(part: BundledPart): Promise<readonly string[]> {
  // It loads every contract of the API.
  const { allEntries } = await import("../aws/entries.ts");
  return [...allEntries(), BOOTSTRAP_ENTRY].filter((entry) => partOf(entry) === part);
}

async function writeStamp(folder: string, stamp: Stamp): Promise<void> {
  await writeFile(join(folder, STAMP_FILE), JSON.stringify(stamp));
}
