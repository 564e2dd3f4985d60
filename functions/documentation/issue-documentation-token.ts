import { issueDocumentationToken } from "../../lib/documentation/issue-documentation-token.ts";
import { sessionAdmission } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/runtime/endpoint-needs.ts";
import { issueDocumentationTokenContract } from "./issue-documentation-token.contract.ts";

export const handler = endpoint(
  issueDocumentationTokenContract,
  authDependencies,
  async (deps, { session }) => ({ data: await issueDocumentationToken(deps, { sessionIdHash: session }) }),
  sessionAdmission,
);
