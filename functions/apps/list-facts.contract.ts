import * as z from "zod";

import { factResponse, factsMeta } from "../../lib/apps/fact-response.ts";
import { FACTS_PAGE, factKeySchema, factKeys } from "../../lib/domain/fact.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, keyedPageParameters, listParameter } from "../../lib/http/parameters.ts";

export const listFactsContract = defineContract({
  operation: "listFacts",
  summary:
    "List an app's facts, which the store shows besides its listing, price and ratings, such as publisher, " +
    "categories, privacy labels and in-app purchases. With `history=true`, all values are listed, newest first.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/facts",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      key: listParameter(factKeySchema(), factKeys.length)
        .optional()
        .meta({ description: "Return only these facts. The default is all facts." }),
      history: z
        .enum(["true", "false"])
        .default("false")
        .meta({ description: "With `true`, earlier values are returned too." }),
      ...keyedPageParameters({ max: FACTS_PAGE, fallback: FACTS_PAGE }, Number.MAX_SAFE_INTEGER),
    }),
  success: { status: 200, page: factResponse, meta: factsMeta },
  failures: ["not_found"],
});
