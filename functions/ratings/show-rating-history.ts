import { endpoint } from "../../lib/http/endpoint.ts";
import { showRatingHistory } from "../../lib/ratings/show-rating-history.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showRatingHistoryContract } from "./show-rating-history.contract.ts";

export const handler = endpoint(showRatingHistoryContract, endpointDependencies, async (deps, { params, query }) => {
  const { points, meta } = await showRatingHistory(deps, {
    platform: params.platform,
    externalId: params.external_id,
    days: query.days,
    countryCodes: query.country_codes,
  });
  return { data: points, meta };
});
