import * as z from "zod";

import { KEYWORD_WORDS_MAX, keywordSorts, sortOrders } from "../../lib/domain/keyword.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, keywordParameters, pageParameters, rowIdParameter } from "../../lib/http/parameters.ts";
import { keywordResponse } from "../../lib/keywords/keyword-response.ts";

export const listKeywordsContract = defineContract({
  operation: "listKeywords",
  summary: `List the keywords of an app's listing, of 1 to ${KEYWORD_WORDS_MAX} words, and how often they occur. Stop words are left out. A keyword is within one sentence of one field. Without a stored listing in the language the list is empty.`,
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keywords",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      ...keywordParameters(),
      version_id: rowIdParameter().optional().meta({
        description: "A version of the app: the texts that were shown until the next one. Default: the newest texts.",
      }),
      sort: z.enum(keywordSorts).default("density"),
      order: z.enum(sortOrders).default("desc"),
      ...pageParameters(),
    }),
  success: { status: 200, page: keywordResponse },
  failures: ["not_found"],
});
