import { readdirSync, readFileSync } from "node:fs";

import { type OperationExample, operationExampleSchema } from "../../lib/http/openapi-example.ts";

/** A file for each operation, as `infra/local/record-examples.ts` recorded it from the service. */
const folder = new URL("examples/", import.meta.url);

/** One for each operation of the document. No endpoint's bundle holds them. */
export const operationExamples: readonly OperationExample[] = readdirSync(folder)
  .toSorted()
  .map((file) => operationExampleSchema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))));
