import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

import { countFiles } from "./counts/count-files.ts";

/** Prints the counts of a checkout, by default of this one: `node tests/architecture/counts.ts [checkout]`. */
const root = resolve(process.argv[2] ?? join(import.meta.dirname, "..", ".."));
const paths = globSync("{lib,db,functions,scrapers,infra,web,tests}/**/*.{ts,tsx,sql}", { cwd: root });
if (paths.length === 0) throw new Error(`${root} is no checkout: it has no sources.`);
const files = new Map(
  paths
    .map((path) => path.replaceAll(sep, "/"))
    .toSorted()
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

for (const [name, count] of Object.entries(countFiles(files))) console.log(`${String(count).padStart(6)}  ${name}`);
