import { openDocumentationSession } from "../../lib/documentation/open-documentation-session.ts";
import { sessionAdmission, sessionCookie } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { sessionDependencies } from "../../lib/runtime/endpoint-needs.ts";
import { openDocumentationSessionContract } from "./open-documentation-session.contract.ts";

export const handler = endpoint(
  openDocumentationSessionContract,
  sessionDependencies,
  async (deps, { body, isEncrypted }) => ({
    cookie: sessionCookie(await openDocumentationSession(deps, body), { isEncrypted }),
  }),
  sessionAdmission,
);
