import type { OperationExample } from "../../lib/http/openapi-example.ts";
import { appExamples } from "./examples/apps.ts";
import { authExamples } from "./examples/auth.ts";
import { chartExamples } from "./examples/charts.ts";
import { competitorExamples } from "./examples/competitors.ts";
import { countryExamples } from "./examples/countries.ts";
import { publisherExamples } from "./examples/publishers.ts";
import { syncExamples } from "./examples/sync.ts";

/** One for each operation of the document. No endpoint's bundle holds them. */
export const operationExamples: readonly OperationExample[] = [
  ...appExamples,
  ...authExamples,
  ...chartExamples,
  ...competitorExamples,
  ...countryExamples,
  ...publisherExamples,
  ...syncExamples,
];
