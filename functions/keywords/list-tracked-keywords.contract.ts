import * as z from "zod";

import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodesParameter, pageParameters } from "../../lib/http/parameters.ts";
import { trackedKeywordResponse, trackedKeywordsMeta } from "../../lib/keywords/tracked-keyword-response.ts";

const COUNTRIES_MAX = 200;

export const listTrackedKeywordsContract = defineContract({
  operation: "listTrackedKeywords",
  summary: "List the keywords that the caller tracks for an app, by term.",
  tag: "keywords",
  method: "GET",
  path: "/apps/{platform}/{external_id}/tracked-keywords",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      country_codes: countryCodesParameter(COUNTRIES_MAX)
        .optional()
        .meta({ description: "Only keywords of these storefronts." }),
      ...pageParameters(),
    }),
  success: { status: 200, page: trackedKeywordResponse, meta: trackedKeywordsMeta },
  failures: ["not_found"],
});
