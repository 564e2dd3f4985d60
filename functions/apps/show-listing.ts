import { showListing } from "../../lib/apps/show-listing.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showListingContract } from "./show-listing.contract.ts";

export const handler = endpoint(showListingContract, endpointDependencies, (deps, { params, query }) =>
  showListing(deps, {
    platform: params.platform,
    externalId: params.external_id,
    countryCode: query.country_code,
    locale: query.locale,
    at: query.at,
  }),
);
