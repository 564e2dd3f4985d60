import * as z from "zod";

import { storefrontPricesResponse } from "../../lib/apps/price-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter } from "../../lib/http/parameters.ts";

export const showPricesContract = defineContract({
  operation: "showPrices",
  summary:
    "Show the prices that an app has had, by country, newest first: the last 50 of each country, or the last 1,000 of one. Of Google Play the price of one country is read, which the response names; in others it may be another.",
  tag: "apps",
  method: "GET",
  path: "/apps/{platform}/{external_id}/prices",
  access: "read",
  params: appParams,
  query: () =>
    z.object({
      country_code: countryCodeParameter().optional(),
    }),
  success: { status: 200, data: () => z.array(storefrontPricesResponse()) },
  failures: ["not_found"],
});
