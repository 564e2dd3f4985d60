import { showProfile } from "../../lib/account/show-profile.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showProfileContract } from "./show-profile.contract.ts";

export const handler = endpoint(showProfileContract, endpointDependencies, async (deps, { user }) => ({
  data: await showProfile(deps, { user }),
}));
