import { readFile, writeFile } from "node:fs/promises";

import { endpoints } from "../endpoints.ts";
import { toolsModule, toolsOf } from "./tools-module.ts";

const file = new URL("generated/tools.ts", import.meta.url);
const document = new URL("../../docs/openapi.json", import.meta.url);

/** With `--check` it writes nothing and fails when the written tools are out of date. */
async function main(isCheck: boolean): Promise<void> {
  const text = toolsModule(toolsOf(endpoints, JSON.parse(await readFile(document, "utf8"))));
  if (!isCheck) {
    await writeFile(file, text);
    return;
  }
  const written = await readFile(file, "utf8").catch(() => "");
  if (written === text) return;
  console.error("functions/mcp/generated/tools.ts differs from the contracts: run node functions/mcp/write-tools.ts");
  process.exitCode = 1;
}

await main(process.argv.includes("--check"));
