import { endpoint } from "../../lib/http/endpoint.ts";
import { listRankings } from "../../lib/rankings/list-rankings.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listRankingsContract } from "./list-rankings.contract.ts";

export const handler = endpoint(listRankingsContract, endpointDependencies, async (deps, { params, query }) => {
  const { rankings, meta } = await listRankings(deps, {
    platform: params.platform,
    externalId: params.external_id,
    date: query.date,
    from: query.from,
    to: query.to,
    collection: query.collection,
    countryCodes: query.country_codes ?? [],
    categoryId: query.category_id,
  });
  return { data: rankings, meta };
});
