import { presentUser } from "../../lib/auth/present-user.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/runtime/endpoint.ts";
import { showCurrentUserContract } from "./show-current-user.contract.ts";

export const handler = endpoint(showCurrentUserContract, endpointDependencies, async (_deps, { caller }) => ({
  data: presentUser(caller),
}));
