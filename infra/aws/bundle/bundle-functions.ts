import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type BuildOptions, build, type Metafile } from "esbuild";

import { type BundleContents, CONTENTS_FILE, contentsOf } from "./bundle-contents.ts";
import { bundleName } from "./bundle-name.ts";
import { embedPage, pageInputs } from "./embed-page.ts";
import { leaveOutCredentials, leaveOutUnused, pureDefinitions } from "./left-out.ts";
import { rdsAuthorities } from "./rds-authorities.ts";
import { requireBuiltIns } from "./require-built-ins.ts";

/** CommonJS packages call `require`, which an ES module does not have. Only Node's own modules are outside a bundle. */
const REQUIRE_BANNER =
  "const require = (name) => process.getBuiltinModule(name) ?? (() => { throw new Error('No module ' + name); })();";

const foldersReadBy: Readonly<Record<string, { readonly from: string; readonly to: string }>> = {
  "db/migrate.ts": { from: "db/migrations", to: "migrations" },
};

const AUTHORITIES_READER = "lib/wiring/database.ts";
const AUTHORITIES_FOLDER = "rds-authorities";

export type BundleInput = {
  readonly root: string;
  readonly entries: readonly string[];
  readonly outDir: string;
  readonly minify: boolean;
};

/** This bounds memory, since each build keeps the files that it has read. */
const BUILDS_IN_PARALLEL = 4;

/** Each function has its own chunks, so that a cold start reads one file with only the code of this function. */
export async function bundleFunctions(input: BundleInput): Promise<ReadonlyMap<string, BundleContents>> {
  await rm(input.outDir, { recursive: true, force: true });
  const contents = new Map<string, BundleContents>();
  const waiting = [...input.entries];
  const buildNext = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      contents.set(entry, await bundleFunction(input, entry));
    }
  };
  await Promise.all(Array.from({ length: BUILDS_IN_PARALLEL }, buildNext));
  await writeFile(join(input.outDir, CONTENTS_FILE), JSON.stringify(Object.fromEntries(contents)));
  return contents;
}

async function bundleFunction({ root, outDir, minify }: BundleInput, entry: string): Promise<BundleContents> {
  const folder = join(outDir, bundleName(entry));
  const { metafile } = await build(bundleOptions({ root, entryPoints: { index: entry }, outDir: folder, minify }));
  const outputs = Object.keys(metafile.outputs);
  await copyFolders({ root, outputs, metafile, folder });
  if (modulesOf(outputs, metafile).has(AUTHORITIES_READER)) await writeAuthorities(join(folder, AUTHORITIES_FOLDER));
  return contentsOf(entry, metafile);
}

/** The functions share chunks. Returns the paths of all source files, also those of embedded pages. */
export async function bundleTogether(input: BundleInput): Promise<readonly string[]> {
  const entryPoints = Object.fromEntries(input.entries.map((entry) => [bundleName(entry), entry]));
  const { metafile } = await build(bundleOptions({ ...input, entryPoints }));
  const outputs = Object.keys(metafile.outputs);
  const copied = await copyFolders({ root: input.root, outputs, metafile, folder: input.outDir });
  const modules = Object.keys(metafile.inputs);
  return [...modules, ...copied, ...(await pageInputs(input.root, modules))];
}

function bundleOptions({
  root,
  entryPoints,
  outDir,
  minify,
}: Omit<BundleInput, "entries"> & { readonly entryPoints: Readonly<Record<string, string>> }) {
  return {
    absWorkingDir: root,
    entryPoints,
    outdir: outDir,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // The AWS SDK is smaller as ES modules, and a dynamic import of CommonJS loses the named exports.
    mainFields: ["module", "main"],
    minify,
    banner: { js: REQUIRE_BANNER },
    // The slim build parses HTML without the fetching and streaming that pulls in undici.
    alias: { cheerio: "cheerio/slim" },
    plugins: [leaveOutUnused, leaveOutCredentials, pureDefinitions, requireBuiltIns, embedPage],
    metafile: true,
    logLevel: "error",
  } as const satisfies BuildOptions;
}

async function copyFolders(input: {
  readonly root: string;
  readonly outputs: readonly string[];
  readonly metafile: Metafile;
  readonly folder: string;
}): Promise<readonly string[]> {
  const modules = modulesOf(input.outputs, input.metafile);
  const needed = Object.entries(foldersReadBy).filter(([module]) => modules.has(module));
  const copied = needed.map(async ([, { from, to }]) => {
    await cp(join(input.root, from), join(input.folder, to), { recursive: true });
    return [from, ...(await readdir(join(input.root, from))).map((name) => `${from}/${name}`)];
  });
  return (await Promise.all(copied)).flat();
}

function modulesOf(outputs: readonly string[], metafile: Metafile): ReadonlySet<string> {
  return new Set(outputs.flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {})));
}

async function writeAuthorities(folder: string): Promise<void> {
  await mkdir(folder);
  await Promise.all([...rdsAuthorities()].map(([region, pem]) => writeFile(join(folder, `${region}.pem`), pem)));
}
