import { readFile, writeFile } from "node:fs/promises";

import { operationsModule } from "./operations-module.ts";

const file = new URL("../../web/generated/operations.ts", import.meta.url);

/** With `--check` it writes nothing and fails when the written operations are out of date. */
async function main(isCheck: boolean): Promise<void> {
  const text = operationsModule();
  if (!isCheck) return writeFile(file, text);

  const written = await readFile(file, "utf8").catch(() => "");
  if (written === text) return;
  console.error("web/generated/operations.ts differs from the contracts: run node functions/web/write-operations.ts");
  process.exitCode = 1;
}

await main(process.argv.includes("--check"));
