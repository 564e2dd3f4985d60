import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";

export const revokeApiTokenContract = defineContract({
  operation: "revokeApiToken",
  summary:
    "End a token that the caller created, and those that it has created, or the browser session of a token. A token of login ends by logout.",
  tag: "account",
  method: "DELETE",
  path: "/account/api-tokens/{token_id}",
  access: "write",
  params: () => z.object({ token_id: rowIdParameter() }),
  success: { status: 204 },
  failures: ["not_found"],
});
