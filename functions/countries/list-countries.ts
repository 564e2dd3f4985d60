import { listCountries } from "../../lib/countries/list-countries.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listCountriesContract } from "./list-countries.contract.ts";

export const handler = endpoint(listCountriesContract, endpointDependencies, async (deps) => ({
  data: await listCountries(deps),
}));
