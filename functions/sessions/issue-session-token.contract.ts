import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";
import { sessionTokenResponse } from "../../lib/sessions/session-token-response.ts";

export const issueSessionTokenContract = defineContract({
  operation: "issueSessionToken",
  summary: "Extend a browser session and issue an API token that expires with it.",
  tag: "sessions",
  method: "POST",
  prefix: SESSION_PREFIX,
  path: "/token",
  access: "session",
  success: { status: 200, data: sessionTokenResponse },
  hasSecret: true,
});
