import * as z from "zod";

import { sessionTokenResponse } from "../../lib/documentation/issue-session-token.ts";
import { DOCUMENTATION_PREFIX, defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const issueSessionTokenContract = defineContract({
  operation: "issueDocumentationToken",
  summary: "A token of the API for the documentation page, which ends with the session.",
  tag: "documentation",
  method: "POST",
  prefix: DOCUMENTATION_PREFIX,
  path: "/session/token",
  access: "session",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(sessionTokenResponse) },
  failures: [],
});
