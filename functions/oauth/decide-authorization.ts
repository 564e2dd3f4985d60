import { sessionAdmission } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { decideAuthorization } from "../../lib/oauth/decide-authorization.ts";
import { secretDependencies } from "../../lib/wiring/deployed-oauth.ts";
import { decideAuthorizationContract } from "./decide-authorization.contract.ts";

export const handler = endpoint(
  decideAuthorizationContract,
  secretDependencies,
  async (deps, { session, body, origin }) => ({
    data: await decideAuthorization(deps, { ...body, sessionIdHash: session, origin }),
  }),
  sessionAdmission,
);
