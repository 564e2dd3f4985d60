import { sessionAdmission } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { startAuthorization } from "../../lib/oauth/start-authorization.ts";
import { clientDependencies } from "../../lib/wiring/deployed-oauth.ts";
import { startAuthorizationContract } from "./start-authorization.contract.ts";

export const handler = endpoint(
  startAuthorizationContract,
  clientDependencies,
  async (deps, { session, body, origin }) => ({
    data: await startAuthorization(deps, { sessionIdHash: session, query: body.query, origin }),
  }),
  sessionAdmission,
);
