import { type EndpointDefinition, endpoints } from "../../functions/endpoints.ts";
import type { Stage } from "./stage.ts";

export function groupEndpoints(
  rows: readonly EndpointDefinition[],
): ReadonlyMap<string, readonly EndpointDefinition[]> {
  return Map.groupBy(rows, ({ entry }) => entry.split("/").at(-2) ?? entry);
}

/** Returns the endpoints that a stage serves. */
export function servedEndpoints(
  { webhooks }: Pick<Stage, "webhooks">,
  rows: readonly EndpointDefinition[],
): readonly EndpointDefinition[] {
  return rows.filter(({ contract }) => contract.tag !== "webhooks" || webhooks.delivery === "on");
}

export function endpointGroups(stage: Stage): readonly string[] {
  const { api } = stage;
  return [
    ...groupEndpoints(servedEndpoints(stage, endpoints)).keys(),
    "readers",
    ...(stage.email === "off" ? [] : ["links"]),
    ...(api.documentation ? ["documentation"] : []),
    ...(api.dashboard ? ["web"] : []),
    ...(api.documentation || api.dashboard ? ["sessions"] : []),
  ];
}
