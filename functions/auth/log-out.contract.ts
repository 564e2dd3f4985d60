import { defineContract } from "../../lib/http/contract.ts";

export const logOutContract = defineContract({
  operation: "logOut",
  summary: "Revoke the token of the request. No ability is required.",
  tag: "auth",
  method: "POST",
  path: "/auth/logout",
  access: "token",
  rateLimit: "auth_user",
  success: { status: 204 },
  failures: ["forbidden"],
});
