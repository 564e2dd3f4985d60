import { showChartMovers } from "../../lib/charts/show-chart-movers.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showChartMoversContract } from "./show-chart-movers.contract.ts";

export const handler = endpoint(showChartMoversContract, endpointDependencies, async (deps, { query }) => {
  const { movers, meta } = await showChartMovers(deps, {
    platform: query.platform,
    collection: query.collection,
    countryCode: query.country_code,
    categoryId: query.category_id,
    from: query.from,
    to: query.to,
  });
  return { data: movers, meta };
});
