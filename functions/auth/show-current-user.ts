import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showCurrentUserContract } from "./show-current-user.contract.ts";

export const handler = endpoint(showCurrentUserContract, endpointDependencies, async (_deps, { user }) => ({
  data: user,
}));
