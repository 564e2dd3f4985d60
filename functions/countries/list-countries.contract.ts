import * as z from "zod";

import { countryResponse } from "../../lib/countries/present-country.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { dataResponse } from "../../lib/http/response-schemas.ts";

export const listCountriesContract = defineContract({
  operation: "listCountries",
  summary: "Storefronts that the service knows, by name.",
  tag: "countries",
  method: "GET",
  path: "/countries",
  access: "read",
  rateLimit: "user",
  params: z.object({}),
  query: z.object({}),
  body: null,
  success: { 200: dataResponse(z.array(countryResponse)) },
  failures: [],
});
