import { listCompetitorChanges } from "../../lib/changes/list-competitor-changes.ts";
import { changeFilterOf } from "../../lib/http/change-parameters.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listCompetitorChangesContract } from "./list-competitor-changes.contract.ts";

export const handler = endpoint(listCompetitorChangesContract, endpointDependencies, (deps, { query, user }) =>
  listCompetitorChanges(deps, { ...changeFilterOf(query), userId: user.id, trackedAppId: query.tracked_app_id }),
);
