import * as z from "zod";

import { sessionResponse } from "../../lib/auth/user-response.ts";
import {
  emailField,
  isConfirmed,
  nameField,
  newPasswordField,
  passwordConfirmationField,
  UNCONFIRMED,
} from "../../lib/domain/account-fields.ts";
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
      .refine(isConfirmed, UNCONFIRMED),
  success: { status: 201, data: sessionResponse },
  failures: ["registration_closed"],
  hasSecret: true,
});
