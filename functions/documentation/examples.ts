import { readdirSync, readFileSync } from "node:fs";

import { type OperationExample, operationExampleSchema } from "../../lib/http/openapi-example.ts";

const folder = new URL("examples/", import.meta.url);

export const operationExamples: readonly OperationExample[] = readdirSync(folder)
  .toSorted()
  .map((file) => operationExampleSchema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))));
