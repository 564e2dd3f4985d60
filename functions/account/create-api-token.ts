import { createApiToken } from "../../lib/account/create-api-token.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { createApiTokenContract } from "./create-api-token.contract.ts";

export const handler = endpoint(createApiTokenContract, authDependencies, async (deps, { body, user }) => ({
  data: await createApiToken(deps, {
    user,
    name: body.name,
    abilities: body.abilities,
    expiresAt: body.expires_at,
  }),
}));
