import { updateProfile } from "../../lib/account/update-profile.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { updateProfileContract } from "./update-profile.contract.ts";

export const handler = endpoint(updateProfileContract, endpointDependencies, async (deps, { body, user }) => ({
  data: await updateProfile(deps, { userId: user.id, name: body.name, email: body.email }),
}));
