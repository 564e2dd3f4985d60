import { clientMetadataSchema, REGISTRATION_PATH } from "../../lib/domain/oauth.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofOAuth } from "../../lib/http/oauth-contract.ts";

export const registerClientContract = defineContract({
  ...ofOAuth,
  operation: "registerClient",
  summary: "Register a client without a secret (RFC 7591).",
  method: "POST",
  path: REGISTRATION_PATH,
  body: clientMetadataSchema,
  success: { status: 201, document: true },
});
