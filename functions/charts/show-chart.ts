import { showChart } from "../../lib/charts/show-chart.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { chartEndpointDependencies } from "../../lib/runtime/endpoint.ts";
import { showChartContract } from "./show-chart.contract.ts";

export const handler = endpoint(showChartContract, chartEndpointDependencies, (deps, request) => {
  const { query, caller, correlationId, log } = request;
  return showChart(deps, {
    platform: query.platform,
    collection: query.collection,
    countryCode: query.country_code,
    categoryId: query.category_id,
    date: query.date,
    userId: caller.id,
    correlationId,
    log,
  });
});
