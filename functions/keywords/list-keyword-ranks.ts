import { endpoint } from "../../lib/http/endpoint.ts";
import { listKeywordRanks } from "../../lib/keywords/list-keyword-ranks.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listKeywordRanksContract } from "./list-keyword-ranks.contract.ts";

export const handler = endpoint(listKeywordRanksContract, endpointDependencies, async (deps, request) => {
  const { params, query, user } = request;
  const { series, meta } = await listKeywordRanks(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    userId: user.id,
    keywordIds: query.keyword_ids,
    appIds: query.app_ids ?? [],
    from: query.from,
    to: query.to,
  });
  return { data: series, meta };
});
