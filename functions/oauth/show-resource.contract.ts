import { PROTECTED_RESOURCE_PATH } from "../../lib/domain/oauth.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofOAuth } from "../../lib/http/oauth-contract.ts";

export const showResourceContract = defineContract({
  ...ofOAuth,
  operation: "showResource",
  summary: "Show which server authorizes clients of the endpoint for assistants (RFC 9728).",
  method: "GET",
  path: PROTECTED_RESOURCE_PATH,
});
