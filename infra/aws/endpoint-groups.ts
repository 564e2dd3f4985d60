import {
  API_PREFIX,
  consentEndpoints,
  type EndpointDefinition,
  endpoints,
  FEED_PREFIX,
  feedEndpoints,
  LINK_PREFIX,
  linkEndpoints,
  OAUTH_PREFIX,
  oauthEndpoints,
  SESSION_PREFIX,
  sessionEndpoints,
} from "../../functions/endpoints.ts";
import { registerClientContract } from "../../functions/oauth/register-client.contract.ts";
import type { Stage } from "./stage.ts";

/** The endpoints of one stack, which is named after them. */
export type EndpointGroup = {
  readonly name: string;
  readonly rows: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

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

/** Returns the endpoints of each stack of a stage. `rows` are those of the API, below `pathPrefix`. */
export function endpointGroups(
  stage: Stage,
  { rows, pathPrefix }: { readonly rows: readonly EndpointDefinition[]; readonly pathPrefix: string },
): readonly EndpointGroup[] {
  const { api, email } = stage;
  const groups: readonly EndpointGroup[] = [
    ...[...groupEndpoints(rows)].map(([name, grouped]) => ({ name, rows: grouped, pathPrefix })),
    { name: "readers", rows: feedEndpoints, pathPrefix: FEED_PREFIX },
    { name: "links", rows: email === "off" ? [] : linkEndpoints, pathPrefix: LINK_PREFIX },
    { name: "oauth", rows: servedOAuthEndpoints(stage), pathPrefix: OAUTH_PREFIX },
    {
      name: "sessions",
      rows: [
        ...(api.documentation || api.dashboard ? sessionEndpoints : []),
        ...(api.oauth === "off" ? [] : consentEndpoints),
      ],
      pathPrefix: SESSION_PREFIX,
    },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

/** Returns the endpoints for clients of OAuth that a stage serves. */
export function servedOAuthEndpoints({ api: { oauth } }: Pick<Stage, "api">): readonly EndpointDefinition[] {
  if (oauth === "off") return [];
  return oauthEndpoints.filter(
    ({ contract }) => contract.operation !== registerClientContract.operation || oauth.registration === "open",
  );
}

/** Returns the last part of the name of each stack behind a stage's API. */
export function stackNames(stage: Stage): readonly string[] {
  const { api } = stage;
  return [
    ...endpointGroups(stage, { rows: servedEndpoints(stage, endpoints), pathPrefix: API_PREFIX }).map(
      ({ name }) => name,
    ),
    ...(api.documentation ? ["documentation"] : []),
    ...(api.dashboard ? ["web"] : []),
  ];
}
