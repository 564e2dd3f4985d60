import { compareListings } from "../../lib/apps/compare-listings.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { compareListingsContract } from "./compare-listings.contract.ts";

export const handler = endpoint(compareListingsContract, endpointDependencies, async (deps, { params, query }) => ({
  data: await compareListings(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    locale: query.locale,
    withLocale: query.with_locale,
    from: query.from,
    to: query.to,
  }),
}));
