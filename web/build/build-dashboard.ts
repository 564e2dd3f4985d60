import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { build, type Metafile } from "esbuild";

import { englishTexts } from "./english-texts.ts";
import { licenceNotices } from "./licence-notices.ts";
import { oneFirstFile, sharedModules } from "./one-first-file.ts";
import { pageVariants } from "./page-variants.ts";

const root = join(import.meta.dirname, "..", "..");
const ENTRY = "web/main.tsx";
/** This entry sends the first requests of a page before its first script has run. */
const EARLY_ENTRY = "web/early.ts";
const HASH_LENGTH = 8;

const openedModules = pageVariants.flatMap(({ modules }) => modules);

export type BuiltDashboard = {
  /** The page at each address that no path of `variants` matches. */
  readonly html: string;
  readonly variants: readonly { readonly path: string; readonly html: string }[];
  /** File contents by name. A name contains a hash of its content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
  readonly inputs: readonly string[];
};

/**
 * Builds an entry, one chunk per screen and for shared modules, one style sheet for all of them, a font, and their
 * licences.
 */
export async function buildDashboard(): Promise<BuiltDashboard> {
  const apart = await bundle([]);
  const { outputFiles, metafile } = await bundle(sharedModules(apart.metafile, ENTRY, openedModules));
  const entry = entryOf(metafile);
  const [early, script] = [scriptOf(metafile, EARLY_ENTRY), scriptOf(metafile)];
  const style = metafile.outputs[entry]?.cssBundle;
  const kept = outputFiles.filter(({ path }) => /\.(js|woff2)$/.test(path) || basename(path) === basename(style ?? ""));
  const licences = Buffer.from(licenceNotices(metafile, root));
  const licencesName = `licences-${createHash("sha256").update(licences).digest("hex").slice(0, HASH_LENGTH)}.txt`;
  const pageWith = (modules: readonly string[]) => {
    const first = loadedWith(script, metafile);
    const ahead = modules.flatMap((module) => [...loadedWith(outputOf(module, metafile), metafile)]);
    return fillPage({ early, script, style, ahead: new Set([...first, ...ahead]), licencesName });
  };
  return {
    html: pageWith([]),
    variants: pageVariants.map(({ path, modules }) => ({ path, html: pageWith(modules) })),
    files: new Map([
      ...kept.map(({ path, contents }) => [basename(path), contents] as const),
      [licencesName, licences],
    ]),
    metafile,
    inputs: [
      ...Object.keys(metafile.inputs).filter((path) => !path.startsWith("node_modules/")),
      "web/build/unlicense.txt",
      "web/index.html",
    ],
  };
}

function bundle(shared: readonly string[]) {
  return build({
    absWorkingDir: root,
    entryPoints: { early: EARLY_ENTRY, main: ENTRY },
    outdir: "assets",
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    plugins: [englishTexts, oneFirstFile({ root, entry: ENTRY, shared })],
    // These are the first versions with light-dark(), AbortSignal.any() and Map.groupBy().
    target: ["chrome123", "firefox124", "safari17.5"],
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
    // Chromium compiles the functions of such a file while the file arrives, beside the page's own work.
    banner: { js: "//# allFunctionsCalledOnLoad" },
    // `licenceNotices` writes them into a file of their own.
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    metafile: true,
    logLevel: "error",
  });
}

export function entryOf({ outputs }: Metafile, entry = ENTRY): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry && path.endsWith(".js"));
  if (found === undefined) throw new Error(`esbuild wrote nothing for ${entry}.`);
  return found;
}

/** Returns the script of an entry: its own file or, if this has no code, the import that loads all of its imports. */
export function scriptOf(metafile: Metafile, source = ENTRY): string {
  const entry = entryOf(metafile, source);
  const { inputs = {}, imports = [] } = metafile.outputs[entry] ?? {};
  const isEmpty = Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0);
  const imported = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
  const loadsAll = (path: string) => imported.every((other) => loadedWith(path, metafile).has(other));
  return (isEmpty ? imported.find(loadsAll) : undefined) ?? entry;
}

/** Returns the file of a module that is loaded by `import()`. */
export function outputOf(module: string, { outputs }: Metafile): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === module && path.endsWith(".js"));
  if (found === undefined) throw new Error(`No file of its own is built for ${module}.`);
  return found;
}

/** Returns the output and its static imports, which a browser loads together. */
export function loadedWith(output: string, metafile: Metafile): ReadonlySet<string> {
  const found = new Set([output]);
  for (const path of found) {
    for (const { kind, path: imported } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement") found.add(imported);
    }
  }
  return found;
}

function fillPage(input: {
  readonly early: string;
  readonly script: string;
  readonly style: string | undefined;
  /** Scripts that the page loads before it runs the first one. */
  readonly ahead: ReadonlySet<string>;
  readonly licencesName: string;
}): string {
  const { early, script, style = "", ahead, licencesName } = input;
  const preloads = [...ahead]
    .filter((path) => path !== script && path !== early)
    .map((path) => `<link rel="modulepreload" href="/dashboard/assets/${basename(path)}" />`);
  return readFileSync(join(root, "web", "index.html"), "utf8")
    .replace("{{early.js}}", basename(early))
    .replace("{{main.css}}", basename(style))
    .replace("{{main.js}}", basename(script))
    .replace("{{licences.txt}}", licencesName)
    .replace("<!-- preloads -->", preloads.join("\n    "));
}
