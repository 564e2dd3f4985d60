import { endpoint } from "../../lib/http/endpoint.ts";
import { createView } from "../../lib/views/create-view.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { createViewContract } from "./create-view.contract.ts";

export const handler = endpoint(createViewContract, endpointDependencies, async (deps, { body, user }) => ({
  data: await createView(deps, { userId: user.id, name: body.name, scope: body.scope }),
}));
