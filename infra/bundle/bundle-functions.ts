import { copyFile, mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";

import { type BuildOptions, build, type Metafile } from "esbuild";

import { bundleName } from "./function-code.ts";

/** Packages that came from CommonJS call `require`, which an ES module does not have. */
const REQUIRE_BANNER =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

export type BundleInput = {
  readonly root: string;
  /** Source files, from the root. */
  readonly entries: readonly string[];
  readonly outDir: string;
  readonly minify: boolean;
};

/**
 * Bundles all functions by one call into `<outDir>/<name>/index.mjs`, beside the chunks that entry imports. Chunks keep
 * what is imported dynamically, such as the Secrets Manager client, out of the file that a cold start reads.
 */
export async function bundleFunctions({ root, entries, outDir, minify }: BundleInput): Promise<void> {
  const built = join(outDir, ".all");
  await rm(outDir, { recursive: true, force: true });
  const { metafile } = await build(bundleOptions({ root, entries, outDir: built, minify }));

  await Promise.all(entries.map((entry) => copyBundle({ root, entry, outDir, metafile })));
  await rm(built, { recursive: true });
}

/** Bundles all functions by one call into `<outDir>/<name>.mjs`, with chunks that they share beside them. */
export async function bundleTogether(input: BundleInput): Promise<void> {
  await build(bundleOptions(input));
}

function bundleOptions({ root, entries, outDir, minify }: BundleInput) {
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map((entry) => [bundleName(entry), entry])),
    outdir: outDir,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    minify,
    banner: { js: REQUIRE_BANNER },
    // The slim build parses HTML without the fetching and streaming that pulls in undici.
    alias: { cheerio: "cheerio/slim" },
    metafile: true,
    logLevel: "error",
  } as const satisfies BuildOptions;
}

async function copyBundle({
  root,
  entry,
  outDir,
  metafile,
}: {
  readonly root: string;
  readonly entry: string;
  readonly outDir: string;
  readonly metafile: Metafile;
}): Promise<void> {
  const name = bundleName(entry);
  const folder = join(outDir, name);
  const start = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === entry);
  if (start === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);

  await mkdir(folder, { recursive: true });
  await Promise.all(
    reachable(start, metafile).map((path) => {
      const target = path === start ? "index.mjs" : basename(path);
      return copyFile(join(root, path), join(folder, target));
    }),
  );
}

function reachable(start: string, metafile: Metafile): readonly string[] {
  const found = new Set([start]);
  for (const path of found) {
    const imports = metafile.outputs[path]?.imports ?? [];
    for (const { path: imported, external } of imports) if (!external) found.add(imported);
  }
  return [...found];
}
