import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const revokeApiTokenContract = defineContract({
  operation: "revokeApiToken",
  summary:
    "Revoke an API token and the tokens that it created, or end the browser session of a token. A login token is " +
    "revoked by logout.",
  tag: "account",
  method: "DELETE",
  path: "/account/api-tokens/{token_id}",
  access: "write",
  params: () => z.object({ token_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
