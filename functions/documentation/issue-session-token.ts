import { issueSessionToken } from "../../lib/documentation/issue-session-token.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/runtime/endpoint.ts";
import { issueSessionTokenContract } from "./issue-session-token.contract.ts";

export const handler = endpoint(issueSessionTokenContract, authDependencies, async (deps, { session }) => ({
  data: await issueSessionToken(deps, { sessionIdHash: session }),
}));
