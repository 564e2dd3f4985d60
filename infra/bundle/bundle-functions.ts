import { copyFile, cp, mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";

import { type BuildOptions, build, type Metafile } from "esbuild";

import { bundleName } from "./bundle-name.ts";

/** Packages that came from CommonJS call `require`, which an ES module does not have. */
const REQUIRE_BANNER =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** Folders that a module reads while it runs, by module: `<folder>` is found beside the bundle. */
const foldersReadBy: Readonly<Record<string, { readonly from: string; readonly to: string }>> = {
  "db/migrate.ts": { from: "db/migrations", to: "migrations" },
};

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

/**
 * Bundles all functions by one call into `<outDir>/<name>.mjs`, with chunks that they share beside them. Answers the
 * files that went in.
 */
export async function bundleTogether(input: BundleInput): Promise<readonly string[]> {
  const { metafile } = await build(bundleOptions(input));
  const outputs = Object.keys(metafile.outputs);
  const copied = await copyFolders({ root: input.root, outputs, metafile, folder: input.outDir });
  return [...Object.keys(metafile.inputs), ...copied];
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
    // The ES modules of the AWS SDK: smaller, and a CommonJS package imported dynamically loses its named exports.
    mainFields: ["module", "main"],
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

  const outputs = reachable(start, metafile);
  await mkdir(folder, { recursive: true });
  await copyFolders({ root, outputs, metafile, folder });
  await Promise.all(
    outputs.map((path) => {
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

async function copyFolders(input: {
  readonly root: string;
  readonly outputs: readonly string[];
  readonly metafile: Metafile;
  readonly folder: string;
}): Promise<readonly string[]> {
  const modules = new Set(input.outputs.flatMap((path) => Object.keys(input.metafile.outputs[path]?.inputs ?? {})));
  const needed = Object.entries(foldersReadBy).filter(([module]) => modules.has(module));
  const copied = needed.map(async ([, { from, to }]) => {
    await cp(join(input.root, from), join(input.folder, to), { recursive: true });
    return [from, ...(await readdir(join(input.root, from))).map((name) => `${from}/${name}`)];
  });
  return (await Promise.all(copied)).flat();
}
