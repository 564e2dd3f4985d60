import { deleteProfile } from "../../lib/account/delete-profile.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { deleteProfileContract } from "./delete-profile.contract.ts";

export const handler = endpoint(deleteProfileContract, authDependencies, async (deps, { body, user, network }) => {
  await deleteProfile(deps, { user, network, password: body.password });
  return {};
});
