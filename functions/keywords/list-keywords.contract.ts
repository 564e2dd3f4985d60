import * as z from "zod";

import { KEYWORD_WORDS_MAX, keywordSorts } from "../../lib/domain/keyword.ts";
import { sortOrders } from "../../lib/domain/sort-order.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, keywordParameters, pageParameters, rowIdParameter } from "../../lib/http/parameters.ts";
import { keywordResponse } from "../../lib/keywords/keyword-response.ts";

export const listKeywordsContract = defineContract({
  operation: "listKeywords",
  summary:
    `List the keywords of an app's listing and how often they occur. A keyword has 1 to ${KEYWORD_WORDS_MAX} words ` +
    "of one sentence of one field. Stop words are left out. The list is empty if no listing in the language is " +
    "stored.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/keywords",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      ...keywordParameters(),
      version_id: rowIdParameter().optional().meta({
        description: "Id of a version, whose texts were shown until the next version. The default is the newest texts.",
      }),
      sort: z.enum(keywordSorts).default("density"),
      order: z.enum(sortOrders).default("desc"),
      ...pageParameters(),
    }),
  success: { status: 200, page: keywordResponse },
  failures: ["not_found"],
});
