import { profileResponse } from "../../lib/account/profile-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const showProfileContract = defineContract({
  operation: "showProfile",
  summary: "Show the caller's account.",
  tag: "account",
  method: "GET",
  path: "/account/profile",
  access: "read",
  success: { status: 200, data: profileResponse },
});
