import * as z from "zod";

import {
  isConfirmed,
  newPasswordField,
  passwordConfirmationField,
  passwordField,
  UNCONFIRMED,
} from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const updatePasswordContract = defineContract({
  operation: "updatePassword",
  summary: "Change the caller's password. Tokens stay valid unless `revoke_other_tokens` is true.",
  tag: "account",
  method: "PUT",
  path: "/account/password",
  access: "write",
  body: () =>
    z
      .object({
        current_password: passwordField(),
        password: newPasswordField(),
        password_confirmation: passwordConfirmationField(),
        revoke_other_tokens: z.boolean().default(false).meta({
          description: "If true, all other tokens are revoked and all other browser sessions end.",
        }),
      })
      .refine(isConfirmed, UNCONFIRMED),
  success: { status: 204 },
});
