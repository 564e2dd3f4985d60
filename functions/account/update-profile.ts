import { updateProfile } from "../../lib/account/update-profile.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { updateProfileContract } from "./update-profile.contract.ts";

export const handler = endpoint(updateProfileContract, authDependencies, async (deps, { body, user, network }) => ({
  data: await updateProfile(deps, {
    user,
    network,
    name: body.name,
    email: body.email,
    currentPassword: body.current_password,
  }),
}));
