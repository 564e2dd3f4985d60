import * as z from "zod";

import { chartMoversMeta, chartMoversResponse } from "../../lib/charts/chart-movers-response.ts";
import { chartCollectionSchema } from "../../lib/domain/chart.ts";
import { DEFAULT_COUNTRY } from "../../lib/domain/country.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { countryCodeParameter, dateParameter, rowIdParameter } from "../../lib/http/parameters.ts";

export const showChartMoversContract = defineContract({
  operation: "showChartMovers",
  summary: "Show which apps entered, left or moved between two stored charts of a storefront.",
  tag: "charts",
  method: "GET",
  path: "/charts/movers",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema(),
      collection: chartCollectionSchema(),
      country_code: countryCodeParameter().default(DEFAULT_COUNTRY),
      category_id: rowIdParameter()
        .optional()
        .meta({ description: "Id of a category of the platform. The default is all categories together." }),
      from: dateParameter()
        .optional()
        .meta({
          description:
            "The earlier chart is the newest one up to this day (UTC) that is older than the later chart. The " +
            "default is the newest chart that is older.",
        }),
      to: dateParameter()
        .optional()
        .meta({ description: "The later chart is the newest one up to this day (UTC). The default is today." }),
    }),
  success: { status: 200, data: chartMoversResponse, meta: chartMoversMeta },
});
