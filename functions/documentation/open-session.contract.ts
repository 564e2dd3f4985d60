import * as z from "zod";

import { emailField, passwordField } from "../../lib/auth/account-fields.ts";
import { DOCUMENTATION_PREFIX, defineContract } from "../../lib/http/contract.ts";

export const openSessionContract = defineContract({
  operation: "openDocumentationSession",
  summary: "Sign in to the documentation page.",
  tag: "documentation",
  method: "POST",
  prefix: DOCUMENTATION_PREFIX,
  path: "/session",
  access: "public",
  rateLimit: "auth_ip",
  params: z.object({}),
  query: z.object({}),
  body: z.object({ email: emailField, password: passwordField }),
  success: { 204: null },
  failures: ["unauthenticated", "forbidden"],
  setsSessionCookie: true,
});
