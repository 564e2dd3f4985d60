import * as z from "zod";

import { ITEMS_PER_REQUEST_MAX, TERM_LENGTH, TERM_PARTS_MAX } from "../../lib/domain/tracked-keyword.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter } from "../../lib/http/parameters.ts";
import { addedKeywordsResponse } from "../../lib/keywords/tracked-keyword-response.ts";

/** Compatibility forms may be shorter than what was sent, so this only bounds the work. */
const SENT_LENGTH_MAX = 4 * TERM_LENGTH.max;

export const trackKeywordsContract = defineContract({
  operation: "trackKeywords",
  summary:
    "Track terms of storefronts for an app that the caller tracks. If a row is invalid or a limit is exceeded, " +
    "no row is added.",
  tag: "keywords",
  method: "POST",
  path: "/apps/{platform}/{external_id}/tracked-keywords",
  access: "write",
  params: appParams,
  body: () =>
    z.object({
      items: z
        .array(
          z.object({
            term: z
              .string()
              .max(SENT_LENGTH_MAX)
              .meta({
                description:
                  `A term of ${TERM_LENGTH.min} to ${TERM_LENGTH.max} characters in at most ${TERM_PARTS_MAX} words. ` +
                  "Case, width and spaces make no difference.",
              }),
            country_code: countryCodeParameter(),
          }),
        )
        .min(1)
        .max(ITEMS_PER_REQUEST_MAX),
    }),
  success: { status: 201, data: addedKeywordsResponse },
  failures: ["not_found", "store_unavailable"],
});
