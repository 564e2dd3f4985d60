import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";

export const endSessionContract = defineContract({
  operation: "endSession",
  summary: "End a browser session and revoke its tokens.",
  tag: "sessions",
  method: "DELETE",
  prefix: SESSION_PREFIX,
  path: "",
  access: "session",
  success: { status: 204 },
});
