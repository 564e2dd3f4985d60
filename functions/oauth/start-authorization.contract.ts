import * as z from "zod";

import { REQUEST_QUERY_MAX } from "../../lib/domain/oauth.ts";
import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";
import { authorizationResponse } from "../../lib/oauth/authorization-response.ts";

export const startAuthorizationContract = defineContract({
  operation: "startAuthorization",
  summary: "Check a client's request for authorization, and show what it asks of the session's user.",
  tag: "oauth",
  method: "POST",
  prefix: SESSION_PREFIX,
  path: "/oauth/requests",
  access: "session",
  rateLimit: "auth_user",
  body: () => z.object({ query: z.string().max(REQUEST_QUERY_MAX) }),
  success: { status: 200, data: authorizationResponse },
  failures: ["documents_unavailable"],
  hasSecret: true,
});
