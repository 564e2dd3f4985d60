import * as z from "zod";

import { emailField, nameField, newPasswordField, passwordConfirmationField } from "../../lib/auth/account-fields.ts";
import { sessionResponse } from "../../lib/auth/present-user.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const registerUserContract = defineContract({
  operation: "registerUser",
  summary: "Create a user and a first token.",
  tag: "auth",
  method: "POST",
  path: "/auth/register",
  access: "public",
  rateLimit: "auth_ip",
  params: z.object({}),
  query: z.object({}),
  body: z
    .object({
      name: nameField,
      email: emailField,
      password: newPasswordField,
      password_confirmation: passwordConfirmationField,
    })
    .refine((body) => body.password === body.password_confirmation, {
      path: ["password"],
      message: "The password field confirmation does not match.",
    }),
  success: { 201: dataResponse(sessionResponse) },
  failures: [],
});
