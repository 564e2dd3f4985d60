import { listAppChanges } from "../../lib/changes/list-app-changes.ts";
import { changeFilterOf } from "../../lib/http/change-parameters.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listAppChangesContract } from "./list-app-changes.contract.ts";

export const handler = endpoint(listAppChangesContract, endpointDependencies, (deps, { query, user }) =>
  listAppChanges(deps, { ...changeFilterOf(query), userId: user.id, scope: query.scope }),
);
