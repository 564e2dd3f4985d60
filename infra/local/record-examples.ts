import { execFile } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { recordExamples } from "./examples/record-examples.ts";

/** `npm run examples` records the examples of the OpenAPI document from a service on this machine. */

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "functions", "documentation", "examples");

console.log("Recording two days of a service on this machine; this takes a minute or two.");
const examples = await recordExamples();
for (const file of await readdir(folder)) await rm(join(folder, file));
for (const example of examples) {
  const file = `${example.operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
  await writeFile(join(folder, file), JSON.stringify(example));
}
await promisify(execFile)(join(root, "node_modules", ".bin", "biome"), ["format", "--write", folder]);
console.log(`Recorded ${examples.length} operations in functions/documentation/examples.`);
