import * as z from "zod";
import { sessionResponse } from "../../lib/auth/user-response.ts";
import { emailField, passwordField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const logInContract = defineContract({
  operation: "logIn",
  summary: "Exchange email and password for a token. Other tokens of the user stay valid.",
  tag: "auth",
  method: "POST",
  path: "/auth/login",
  access: "public",
  rateLimit: "auth_ip",
  body: () => z.object({ email: emailField(), password: passwordField() }),
  success: { status: 200, data: sessionResponse },
  hasSecret: true,
  failures: ["unauthenticated"],
});
