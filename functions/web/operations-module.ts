import { fullPath } from "../../lib/http/contract.ts";
import { consentEndpoints, type EndpointDefinition, endpoints, sessionEndpoints } from "../endpoints.ts";

const heading = "// Generated from the contracts by functions/web/write-operations.ts.";

/** Returns the module of the contracts' types, which a browser does not load. */
export function contractsModule(): string {
  const rows = sortedRows();
  return [
    heading,
    ...rows.toSorted((a, b) => a.entry.localeCompare(b.entry, "en")).map(importLine),
    "",
    "export type Contracts = {",
    ...rows.map(({ contract: { operation } }) => `  readonly ${operation}: typeof ${operation}Contract;`),
    "};",
    "",
  ].join("\n");
}

/** Returns the module of the addresses to which the dashboard sends requests. */
export function operationsModule(): string {
  return [heading, "export const operations = {", ...sortedRows().map(operationLine), "} as const;", ""].join("\n");
}

function sortedRows(): readonly EndpointDefinition[] {
  return [...endpoints, ...sessionEndpoints, ...consentEndpoints].toSorted((a, b) =>
    a.contract.operation.localeCompare(b.contract.operation, "en"),
  );
}

function importLine({ contract, entry }: EndpointDefinition): string {
  return `import type { ${contract.operation}Contract } from "../../${entry.replace(/\.ts$/, ".contract.ts")}";`;
}

function operationLine({ contract }: EndpointDefinition): string {
  return `  ${contract.operation}: { method: "${contract.method}", path: "${fullPath(contract)}" },`;
}
