import * as z from "zod";

import { chartResponse } from "../../lib/charts/chart-response.ts";
import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { countryCodeParameter, dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";

export const showChartContract = defineContract({
  operation: "showChart",
  summary:
    "The newest chart of a storefront, or that of a day, with rank changes. A stale one is queued for a refresh.",
  tag: "charts",
  method: "GET",
  path: "/charts",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({
    platform: platformSchema,
    collection: chartCollectionSchema,
    country_code: countryCodeParameter.default(DEFAULT_COUNTRY),
    category_id: rowIdParameter
      .optional()
      .meta({ description: "A category of the platform. Left out: all categories together." }),
    date: dateParameter.optional().meta({ description: "A day (UTC). Left out: the newest chart that is stored." }),
  }),
  body: null,
  success: { 200: chartResponse },
  failures: [],
});
