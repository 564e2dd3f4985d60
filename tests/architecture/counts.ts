import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

import { countFiles } from "./counts/count-files.ts";

/**
 * Prints what is counted of a checkout, by default of this one: `node tests/architecture/counts.ts [checkout]`. What
 * counts as an arrow that climbs, a circle or a row that SQL does not name is defined in `counts/`, where it is
 * counted.
 */
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
