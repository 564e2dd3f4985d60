import * as z from "zod";

import { emailField, passwordField } from "../../lib/domain/account-fields.ts";
import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";

export const openSessionContract = defineContract({
  operation: "openSession",
  summary: "Log in from a page beside the API, and set the cookie of a browser session.",
  tag: "sessions",
  method: "POST",
  prefix: SESSION_PREFIX,
  path: "",
  access: "public",
  rateLimit: "auth_ip",
  body: () => z.object({ email: emailField(), password: passwordField() }),
  success: { status: 204 },
  failures: ["unauthenticated", "forbidden"],
});
