import { defineContract } from "../../lib/http/contract.ts";
import { ofOAuth } from "../../lib/http/oauth-contract.ts";

export const showServerContract = defineContract({
  ...ofOAuth,
  operation: "showServer",
  summary: "Show how a client connects to an account (RFC 8414).",
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
});
