import { sessionAdmission, sessionCookie } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endSession } from "../../lib/sessions/end-session.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { endSessionContract } from "./end-session.contract.ts";

export const handler = endpoint(
  endSessionContract,
  endpointDependencies,
  async (deps, { session, isEncrypted }) => {
    await endSession(deps, { sessionIdHash: session });
    return { cookie: sessionCookie(null, { isEncrypted }) };
  },
  sessionAdmission,
);
