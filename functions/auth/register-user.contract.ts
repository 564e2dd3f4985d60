import * as z from "zod";

import { sessionResponse } from "../../lib/auth/user-response.ts";
import { emailField, nameField, newPasswordField, passwordConfirmationField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const registerUserContract = defineContract({
  operation: "registerUser",
  summary: "Create a user and their first token.",
  tag: "auth",
  method: "POST",
  path: "/auth/register",
  access: "public",
  rateLimit: "auth_ip",
  body: () =>
    z
      .object({
        name: nameField(),
        email: emailField(),
        password: newPasswordField(),
        password_confirmation: passwordConfirmationField(),
      })
      .refine((body) => body.password === body.password_confirmation, {
        path: ["password"],
        message: "The password field confirmation does not match.",
      }),
  success: { status: 201, data: sessionResponse },
});
