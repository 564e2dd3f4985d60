import { readdirSync, readFileSync } from "node:fs";

import { type OperationExample, operationExampleSchema } from "../../lib/http/openapi-example.ts";

/** One file per operation, recorded from the service by `infra/local/record-examples.ts`. */
const folder = new URL("examples/", import.meta.url);

/** The examples of all operations. No endpoint's bundle contains them. */
export const operationExamples: readonly OperationExample[] = readdirSync(folder)
  .toSorted()
  .map((file) => operationExampleSchema.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8"))));
