import * as z from "zod";

import { emailField, passwordField } from "../../lib/domain/account-fields.ts";
import { DOCUMENTATION_PREFIX, defineContract } from "../../lib/http/contract.ts";

export const openDocumentationSessionContract = defineContract({
  operation: "openDocumentationSession",
  summary: "Sign in to the documentation page.",
  tag: "documentation",
  method: "POST",
  prefix: DOCUMENTATION_PREFIX,
  path: "/session",
  access: "public",
  rateLimit: "auth_ip",
  body: () => z.object({ email: emailField(), password: passwordField() }),
  success: { status: 204 },
  failures: ["unauthenticated", "forbidden"],
});
