import * as z from "zod";

import { profileResponse } from "../../lib/account/profile-response.ts";
import { emailField, nameField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const updateProfileContract = defineContract({
  operation: "updateProfile",
  summary: "Change the caller's name, email or both. A field that is left out stays as it is. Tokens stay valid.",
  tag: "account",
  method: "PATCH",
  path: "/account/profile",
  access: "write",
  body: () => z.object({ name: nameField().optional(), email: emailField().optional() }),
  success: { status: 200, data: profileResponse },
});
