import { logOut } from "../../lib/auth/log-out.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { logOutContract } from "./log-out.contract.ts";

export const handler = endpoint(logOutContract, endpointDependencies, async (deps, { user }) => {
  await logOut(deps, { tokenId: user.token_id });
  return {};
});
