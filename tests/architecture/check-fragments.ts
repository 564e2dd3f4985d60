import { globSync, readFileSync } from "node:fs";
import { sep } from "node:path";

import { freeFragments } from "./counts/free-fragments.ts";

/** Fails where exported SQL names a row that its text does not introduce, since it should take the row instead. */
const paths = globSync("db/**/*.ts").map((path) => path.replaceAll(sep, "/"));
const files = new Map(paths.toSorted().map((path) => [path, readFileSync(path, "utf8")]));

const found = freeFragments(files);
for (const fragment of found) console.error(fragment);
if (files.size === 0) console.error("There are no files in db.");
if (found.length > 0 || files.size === 0) process.exit(1);
console.log(`Exported SQL takes its rows in ${files.size} files.`);
