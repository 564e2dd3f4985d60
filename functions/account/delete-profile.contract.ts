import * as z from "zod";

import { passwordField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const deleteProfileContract = defineContract({
  operation: "deleteProfile",
  summary: "Delete the caller's account and all data that is stored about them. The password is required.",
  tag: "account",
  method: "DELETE",
  path: "/account/profile",
  access: "write",
  body: () => z.object({ password: passwordField() }),
  success: { status: 204 },
});
