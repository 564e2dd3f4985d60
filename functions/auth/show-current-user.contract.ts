import { userResponse } from "../../lib/auth/user-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const showCurrentUserContract = defineContract({
  operation: "showCurrentUser",
  summary: "Show the user of the token.",
  tag: "auth",
  method: "GET",
  path: "/auth/me",
  access: "read",
  rateLimit: "auth_user",
  success: { status: 200, data: userResponse },
});
