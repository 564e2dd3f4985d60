import { documentationTokenResponse } from "../../lib/documentation/documentation-token-response.ts";
import { DOCUMENTATION_PREFIX, defineContract } from "../../lib/http/contract.ts";

export const issueDocumentationTokenContract = defineContract({
  operation: "issueDocumentationToken",
  summary: "Issue an API token for the documentation page. It expires with the session.",
  tag: "documentation",
  method: "POST",
  prefix: DOCUMENTATION_PREFIX,
  path: "/session/token",
  access: "session",
  success: { status: 200, data: documentationTokenResponse },
  hasSecret: true,
});
