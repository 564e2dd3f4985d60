import * as z from "zod";

import { liveStoreFailures } from "../../lib/errors.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { storeSearchParameters } from "../../lib/http/parameters.ts";
import { suggestionResponse } from "../../lib/keywords/suggestion-response.ts";
import { searchMeta } from "../../lib/responses/app-response.ts";

export const suggestTermsContract = defineContract({
  operation: "suggestTerms",
  summary:
    "List the terms that a store suggests to somebody who types a search, in the store's order. Results are shared " +
    "for ten minutes.",
  tag: "keywords",
  method: "GET",
  path: "/keywords/suggestions",
  access: "read",
  allowance: "store_requests",
  query: () => z.object(storeSearchParameters()),
  success: { status: 200, data: () => z.array(suggestionResponse()), meta: searchMeta },
  caching: "none",
  failures: liveStoreFailures,
});
