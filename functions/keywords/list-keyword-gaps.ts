import { endpoint } from "../../lib/http/endpoint.ts";
import { listKeywordGaps } from "../../lib/keywords/list-keyword-gaps.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listKeywordGapsContract } from "./list-keyword-gaps.contract.ts";

export const handler = endpoint(listKeywordGapsContract, endpointDependencies, async (deps, request) => {
  const { params, query, user } = request;
  return await listKeywordGaps(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    userId: user.id,
    appIds: query.app_ids ?? [],
    countryCodes: query.country_codes,
    date: query.date,
    page: { page: query.page, perPage: query.per_page },
  });
});
