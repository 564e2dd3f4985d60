import * as z from "zod";

import { emailField, passwordField } from "../../lib/auth/account-fields.ts";
import { sessionResponse } from "../../lib/auth/present-user.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const logInContract = defineContract({
  operation: "logIn",
  summary: "Exchange email and password for a token; other tokens of the user stay valid.",
  tag: "auth",
  method: "POST",
  path: "/auth/login",
  access: "public",
  rateLimit: "auth_ip",
  params: z.object({}),
  query: z.object({}),
  body: z.object({ email: emailField, password: passwordField }),
  success: { 200: dataResponse(sessionResponse) },
  failures: ["unauthenticated"],
});
