import * as z from "zod";

import { chartEntryResponse, chartMeta } from "../../lib/charts/chart-response.ts";
import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { countryCodeParameter, dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";

export const showChartContract = defineContract({
  operation: "showChart",
  summary:
    "Show the newest chart of a storefront, or its chart of a given day, with rank changes. If the newest chart is " +
    "stale, a refresh is queued.",
  tag: "charts",
  method: "GET",
  path: "/charts",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema(),
      collection: chartCollectionSchema(),
      country_code: countryCodeParameter().default(DEFAULT_COUNTRY),
      category_id: rowIdParameter()
        .optional()
        .meta({ description: "Id of a category of the platform. The default is all categories together." }),
      date: dateParameter()
        .optional()
        .meta({ description: "A day (UTC). The default is the day of the newest stored chart." }),
    }),
  success: { status: 200, data: () => z.array(chartEntryResponse()), meta: chartMeta },
});
