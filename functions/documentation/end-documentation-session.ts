import { endDocumentationSession } from "../../lib/documentation/end-documentation-session.ts";
import { sessionAdmission, sessionCookie } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/runtime/endpoint.ts";
import { endDocumentationSessionContract } from "./end-documentation-session.contract.ts";

export const handler = endpoint(
  endDocumentationSessionContract,
  endpointDependencies,
  async (deps, { session, isEncrypted }) => {
    await endDocumentationSession(deps, { sessionIdHash: session });
    return { cookie: sessionCookie(null, { isEncrypted }) };
  },
  sessionAdmission,
);
