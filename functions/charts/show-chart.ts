import { showChart } from "../../lib/charts/show-chart.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { chartEndpointDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { showChartContract } from "./show-chart.contract.ts";

export const handler = endpoint(showChartContract, chartEndpointDependencies, async (deps, { query, user }) => {
  const { entries, meta, isSettled } = await showChart(deps, {
    platform: query.platform,
    collection: query.collection,
    countryCode: query.country_code,
    categoryId: query.category_id,
    date: query.date,
    userId: user.id,
  });
  return { data: entries, meta, isSettled };
});
