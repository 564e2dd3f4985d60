import * as z from "zod";

import { emailField, nameField, newPasswordField } from "../../lib/domain/account-fields.ts";
import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";

export const registerSessionContract = defineContract({
  operation: "registerSession",
  summary: "Create a user from a page beside the API, and set the cookie of their first browser session.",
  tag: "sessions",
  method: "POST",
  prefix: SESSION_PREFIX,
  path: "/registration",
  access: "public",
  rateLimit: "auth_ip",
  body: () => z.object({ name: nameField(), email: emailField(), password: newPasswordField() }),
  success: { status: 204 },
  failures: ["forbidden", "registration_closed"],
});
