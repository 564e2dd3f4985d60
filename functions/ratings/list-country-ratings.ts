import { endpoint } from "../../lib/http/endpoint.ts";
import { listCountryRatings } from "../../lib/ratings/list-country-ratings.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listCountryRatingsContract } from "./list-country-ratings.contract.ts";

export const handler = endpoint(listCountryRatingsContract, endpointDependencies, async (deps, { params }) => {
  const { ratings, meta } = await listCountryRatings(deps, {
    platform: params.platform,
    externalId: params.external_id,
  });
  return { data: ratings, meta };
});
