import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

import { type BuiltDashboard, buildDashboard, loadedWith, outputOf, scriptOf } from "./build-dashboard.ts";

const KB = 1_000;
/** Gzipped bytes of the page, its scripts and its styles for the first screens. */
const FIRST_LOAD_MAX = 150 * KB;
/** Files of the first screens, with the page, its styles and its font. */
const FIRST_FILES_MAX = 10;
/** Bytes of the font, which is compressed already. */
const FONT_MAX = 50 * KB;
const STYLES_MAX = 15 * KB;
/** Tables are part of most screens, and of each plot. */
const TABLES_MAX = 15 * KB;
const PLOTS_MAX = 35 * KB;
/** Gzipped bytes of one file that is loaded later. */
const LAZY_FILE_MAX = 40 * KB;

const LINES_MAX = 200;
const MEDIAN_LINES_MAX = 65;

/** The first screen after the login, which is part of the first script. */
const TODAY = "web/screens/today/today-screen.tsx";
const PLOTS = "web/plots/plot-figure.tsx";
const TABLES = "web/components/data-table.tsx";

type Measured = {
  readonly what: string;
  readonly size: number;
  readonly max: number;
  readonly unit: "B" | "files" | "lines";
};

export function measureSizes(built: BuiltDashboard, root: string): readonly Measured[] {
  const { metafile } = built;
  const entries = [scriptOf(metafile), outputOf(TODAY, metafile)];
  const first = new Set(entries.flatMap((output) => [...loadedWith(output, metafile)]));
  const tables = [...loadedWith(outputWith(TABLES, built), metafile)].filter((output) => !first.has(output));
  const plots = [...loadedWith(outputOf(PLOTS, metafile), metafile)].filter(
    (output) => !first.has(output) && !tables.includes(output),
  );
  const [lazy = ""] = Object.keys(metafile.outputs)
    .filter((output) => output.endsWith(".js") && !first.has(output) && !plots.includes(output))
    .toSorted((a, b) => gzipSize(b, built) - gzipSize(a, built));
  const styles = [...built.files.keys()].filter((name) => name.endsWith(".css"));
  const fonts = [...built.files.keys()].filter((name) => name.endsWith(".woff2"));
  const bytes = (outputs: readonly string[]) => outputs.reduce((sum, output) => sum + gzipSize(output, built), 0);
  const compressed = (what: string, outputs: readonly string[], max: number) =>
    ({ what, size: bytes(outputs), max, unit: "B" }) as const;
  return [
    {
      what: "First load, login to today",
      size: bytes([...first, ...styles]) + gzipSync(built.html).length,
      max: FIRST_LOAD_MAX,
      unit: "B",
    },
    {
      what: "First files, login to today",
      size: 1 + first.size + styles.length + fonts.length,
      max: FIRST_FILES_MAX,
      unit: "files",
    },
    {
      what: "Font",
      size: fonts.reduce((sum, name) => sum + contentOf(name, built).length, 0),
      max: FONT_MAX,
      unit: "B",
    },
    compressed("Styles", styles, STYLES_MAX),
    compressed("Tables", tables, TABLES_MAX),
    compressed("Plots", plots, PLOTS_MAX),
    compressed(`Largest file that is loaded later, ${basename(lazy)}`, [lazy], LAZY_FILE_MAX),
    ...measureSources(root),
  ];
}

function outputWith(source: string, { metafile: { outputs } }: BuiltDashboard): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.inputs[source] !== undefined);
  if (found === undefined) throw new Error(`No file contains ${source}.`);
  return found;
}

function gzipSize(output: string, built: BuiltDashboard): number {
  return gzipSync(contentOf(output, built)).length;
}

function contentOf(output: string, { files }: BuiltDashboard): Uint8Array {
  const content = files.get(basename(output));
  if (content === undefined) throw new Error(`${output} is not served.`);
  return content;
}

function measureSources(root: string): readonly Measured[] {
  const paths = globSync("web/**/*.{ts,tsx,css}", { cwd: root, exclude: (path) => path.includes("generated") });
  const lines = paths
    .map((path) => ({ path, count: readFileSync(join(root, path), "utf8").split("\n").length - 1 }))
    .toSorted((a, b) => a.count - b.count);
  const [median, longest] = [lines[Math.floor(lines.length / 2)], lines.at(-1)];
  return [
    { what: "Median source file", size: median?.count ?? 0, max: MEDIAN_LINES_MAX, unit: "lines" },
    { what: `Longest source file, ${longest?.path}`, size: longest?.count ?? 0, max: LINES_MAX, unit: "lines" },
  ];
}

async function main(): Promise<void> {
  const measured = measureSizes(await buildDashboard(), join(import.meta.dirname, "..", ".."));
  for (const { what, size, max, unit } of measured) {
    const isTooMuch = size > max;
    if (isTooMuch) process.exitCode = 1;
    console[isTooMuch ? "error" : "log"](`${isTooMuch ? "TOO MUCH " : ""}${what}: ${size} of ${max} ${unit}`);
  }
}

if (import.meta.main) await main();
