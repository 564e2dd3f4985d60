import { updatePassword } from "../../lib/account/update-password.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { updatePasswordContract } from "./update-password.contract.ts";

export const handler = endpoint(updatePasswordContract, authDependencies, async (deps, { body, user, network }) => {
  await updatePassword(deps, {
    user,
    network,
    tokenId: user.token_id,
    currentPassword: body.current_password,
    password: body.password,
    revokesOthers: body.revoke_other_tokens,
  });
  return {};
});
