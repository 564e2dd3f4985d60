import * as z from "zod";

import { apiTokenResponse } from "../../lib/account/api-token-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { keyedPageParameters } from "../../lib/http/parameters.ts";

export const listApiTokensContract = defineContract({
  operation: "listApiTokens",
  summary:
    "List the caller's tokens, newest first. The list includes login tokens and one token of each browser session. " +
    "Secrets are never shown.",
  tag: "account",
  method: "GET",
  path: "/account/api-tokens",
  access: "read",
  query: () => z.object(keyedPageParameters()),
  success: { status: 200, page: apiTokenResponse },
});
