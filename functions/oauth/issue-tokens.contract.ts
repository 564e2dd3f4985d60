import * as z from "zod";

import { TOKEN_PATH } from "../../lib/domain/oauth.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofOAuth } from "../../lib/http/oauth-contract.ts";

const parameter = () => z.string().max(2_000);

export const issueTokensContract = defineContract({
  ...ofOAuth,
  operation: "issueTokens",
  summary: "Issue an access token and a refresh token for a code, or for a refresh token (RFC 6749).",
  method: "POST",
  path: TOKEN_PATH,
  body: () =>
    z.object({
      grant_type: parameter(),
      client_id: parameter().optional(),
      code: parameter().optional(),
      redirect_uri: parameter().optional(),
      code_verifier: parameter().optional(),
      refresh_token: parameter().optional(),
      scope: parameter().optional(),
      resource: parameter().optional(),
    }),
  hasSecret: true,
});
