import * as z from "zod";

import { profileResponse } from "../../lib/account/profile-response.ts";
import { emailField, nameField, passwordField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const updateProfileContract = defineContract({
  operation: "updateProfile",
  summary:
    "Change the caller's name, email or both. Omitted fields stay unchanged. A new email requires the password. " +
    "Tokens stay valid.",
  tag: "account",
  method: "PATCH",
  path: "/account/profile",
  access: "write",
  body: () =>
    z.object({
      name: nameField().optional(),
      email: emailField().optional(),
      current_password: passwordField().optional().meta({ description: "Required to change the email." }),
    }),
  success: { status: 200, data: profileResponse },
});
