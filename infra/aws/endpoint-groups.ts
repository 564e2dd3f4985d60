import { type EndpointDefinition, endpoints } from "../../functions/endpoints.ts";
import type { Stage } from "./stage.ts";

export function groupEndpoints(
  rows: readonly EndpointDefinition[],
): ReadonlyMap<string, readonly EndpointDefinition[]> {
  return Map.groupBy(rows, ({ entry }) => entry.split("/").at(-2) ?? entry);
}

export function endpointGroups({ api }: Stage): readonly string[] {
  return [
    ...groupEndpoints(endpoints).keys(),
    "readers",
    ...(api.documentation ? ["documentation"] : []),
    ...(api.dashboard ? ["web"] : []),
    ...(api.documentation || api.dashboard ? ["sessions"] : []),
  ];
}
