import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";

export const endSessionContract = defineContract({
  operation: "endSession",
  summary: "Log out of a browser session. It and its tokens become invalid.",
  tag: "sessions",
  method: "DELETE",
  prefix: SESSION_PREFIX,
  path: "",
  access: "session",
  success: { status: 204 },
});
