import { endpoint } from "../../lib/http/endpoint.ts";
import { oauthAdmission, oauthDocument, oauthJson } from "../../lib/http/oauth-edge.ts";
import { registerClient } from "../../lib/oauth/register-client.ts";
import { secretDependencies } from "../../lib/wiring/deployed-oauth.ts";
import { registerClientContract } from "./register-client.contract.ts";

export const handler = endpoint(
  registerClientContract,
  secretDependencies,
  async (deps, { body, network }) => oauthDocument(await registerClient(deps, { metadata: body, network })),
  oauthAdmission,
  oauthJson,
);
