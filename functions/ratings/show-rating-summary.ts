import { endpoint } from "../../lib/http/endpoint.ts";
import { showRatingSummary } from "../../lib/ratings/show-rating-summary.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showRatingSummaryContract } from "./show-rating-summary.contract.ts";

export const handler = endpoint(showRatingSummaryContract, endpointDependencies, async (deps, { params }) => ({
  data: await showRatingSummary(deps, { platform: params.platform, externalId: params.external_id }),
}));
