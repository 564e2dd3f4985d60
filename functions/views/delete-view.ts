import { endpoint } from "../../lib/http/endpoint.ts";
import { deleteView } from "../../lib/views/delete-view.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { deleteViewContract } from "./delete-view.contract.ts";

export const handler = endpoint(deleteViewContract, endpointDependencies, async (deps, { params, user }) => {
  await deleteView(deps, { id: params.view_id, userId: user.id });
  return {};
});
