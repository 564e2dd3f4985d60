import { showPrices } from "../../lib/apps/show-prices.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showPricesContract } from "./show-prices.contract.ts";

export const handler = endpoint(showPricesContract, endpointDependencies, async (deps, { params, query }) => ({
  data: await showPrices(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    countryCode: query.country_code,
  }),
}));
