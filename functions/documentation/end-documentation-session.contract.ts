import { DOCUMENTATION_PREFIX, defineContract } from "../../lib/http/contract.ts";

export const endDocumentationSessionContract = defineContract({
  operation: "endDocumentationSession",
  summary: "Sign out of the documentation page. The session and its tokens become invalid.",
  tag: "documentation",
  method: "DELETE",
  prefix: DOCUMENTATION_PREFIX,
  path: "/session",
  access: "session",
  success: { status: 204 },
});
