import * as z from "zod";

import { countryResponse } from "../../lib/countries/country-response.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const listCountriesContract = defineContract({
  operation: "listCountries",
  summary: "List the countries that have a storefront, sorted by name.",
  tag: "countries",
  method: "GET",
  path: "/countries",
  access: "read",
  success: { status: 200, data: () => z.array(countryResponse()) },
});
