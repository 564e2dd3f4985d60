import * as z from "zod";

import { REVOCATION_PATH } from "../../lib/domain/oauth.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofOAuth } from "../../lib/http/oauth-contract.ts";

export const revokeTokensContract = defineContract({
  ...ofOAuth,
  operation: "revokeTokens",
  summary: "End what a user has allowed a client, by one of its tokens (RFC 7009).",
  method: "POST",
  path: REVOCATION_PATH,
  body: () => z.object({ token: z.string().max(2_000), client_id: z.string().max(2_000) }),
});
