import { endpoint } from "../../lib/http/endpoint.ts";
import { updateView } from "../../lib/views/update-view.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { updateViewContract } from "./update-view.contract.ts";

export const handler = endpoint(updateViewContract, endpointDependencies, async (deps, { params, body, user }) => ({
  data: await updateView(deps, { id: params.view_id, userId: user.id, name: body.name, scope: body.scope }),
}));
