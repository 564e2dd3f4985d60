import { fullPath } from "../../lib/http/contract.ts";
import { type EndpointDefinition, endpoints, sessionEndpoints } from "../endpoints.ts";

export function operationsModule(): string {
  const rows = [...endpoints, ...sessionEndpoints].toSorted((a, b) =>
    a.contract.operation.localeCompare(b.contract.operation, "en"),
  );
  return [
    "// Generated from the contracts by functions/web/write-operations.ts.",
    ...rows.toSorted((a, b) => a.entry.localeCompare(b.entry, "en")).map(importLine),
    "",
    "export type Contracts = {",
    ...rows.map(({ contract: { operation } }) => `  readonly ${operation}: typeof ${operation}Contract;`),
    "};",
    "",
    "export const operations = {",
    ...rows.map(operationLine),
    "} as const;",
    "",
  ].join("\n");
}

function importLine({ contract, entry }: EndpointDefinition): string {
  return `import type { ${contract.operation}Contract } from "../../${entry.replace(/\.ts$/, ".contract.ts")}";`;
}

function operationLine({ contract }: EndpointDefinition): string {
  return `  ${contract.operation}: { method: "${contract.method}", path: "${fullPath(contract)}" },`;
}
