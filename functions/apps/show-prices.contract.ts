import * as z from "zod";

import { storefrontPricesResponse } from "../../lib/apps/price-response.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { appParams, countryCodeParameter } from "../../lib/http/parameters.ts";

export const showPricesContract = defineContract({
  operation: "showPrices",
  summary:
    "Show an app's price history by country, newest first. It has the last 50 prices of each country, or the last " +
    "1,000 if one country is requested. On Google Play, the price is read in one country, which the response names. " +
    "The price may differ in other countries.",
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
