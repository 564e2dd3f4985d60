import { readFile, writeFile } from "node:fs/promises";

import { createOpenApiDocument } from "../../lib/http/openapi.ts";
import { endpoints } from "../endpoints.ts";
import { operationExamples } from "./examples.ts";

const file = new URL("../../docs/openapi.json", import.meta.url);

/** With `--check` it writes nothing and fails when the written document is out of date. */
async function main(isCheck: boolean): Promise<void> {
  const contracts = endpoints.map(({ contract }) => contract);
  const text = `${JSON.stringify(createOpenApiDocument(contracts, operationExamples), null, 2)}\n`;
  if (!isCheck) return writeFile(file, text);

  const written = await readFile(file, "utf8").catch(() => "");
  if (written === text) return;
  console.error("docs/openapi.json differs from the contracts: run node functions/documentation/write-openapi.ts");
  process.exitCode = 1;
}

await main(process.argv.includes("--check"));
