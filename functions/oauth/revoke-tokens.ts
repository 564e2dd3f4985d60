import { endpoint } from "../../lib/http/endpoint.ts";
import { oauthAdmission, oauthDocument, oauthForm } from "../../lib/http/oauth-edge.ts";
import { revokeTokens } from "../../lib/oauth/revoke-tokens.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { revokeTokensContract } from "./revoke-tokens.contract.ts";

export const handler = endpoint(
  revokeTokensContract,
  endpointDependencies,
  async (deps, { body }) => {
    await revokeTokens(deps, { token: body.token, clientId: body.client_id });
    return oauthDocument({});
  },
  oauthAdmission,
  oauthForm,
);
