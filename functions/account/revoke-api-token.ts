import { revokeApiToken } from "../../lib/account/revoke-api-token.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { revokeApiTokenContract } from "./revoke-api-token.contract.ts";

export const handler = endpoint(revokeApiTokenContract, endpointDependencies, async (deps, { params, user }) => {
  await revokeApiToken(deps, { id: params.token_id, userId: user.id });
  return {};
});
