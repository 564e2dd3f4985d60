import { readFile, writeFile } from "node:fs/promises";

import { contractsModule, operationsModule } from "./operations-module.ts";

const folder = new URL("../../web/generated/", import.meta.url);

/** With `--check` it writes nothing and fails when a written module is out of date. */
async function main(isCheck: boolean): Promise<void> {
  for (const [name, text] of [
    ["contracts.ts", contractsModule()],
    ["operations.ts", operationsModule()],
  ] as const) {
    const file = new URL(name, folder);
    if (!isCheck) {
      await writeFile(file, text);
      continue;
    }
    const written = await readFile(file, "utf8").catch(() => "");
    if (written === text) continue;
    console.error(`web/generated/${name} differs from the contracts: run node functions/web/write-operations.ts`);
    process.exitCode = 1;
  }
}

await main(process.argv.includes("--check"));
