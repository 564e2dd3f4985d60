import { sessionAdmission } from "../../lib/http/browser-session.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { issueSessionToken } from "../../lib/sessions/issue-session-token.ts";
import { sessionDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { issueSessionTokenContract } from "./issue-session-token.contract.ts";

export const handler = endpoint(
  issueSessionTokenContract,
  sessionDependencies,
  async (deps, { session }) => ({ data: await issueSessionToken(deps, { sessionIdHash: session }) }),
  sessionAdmission,
);
