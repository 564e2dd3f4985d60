import { endpoint } from "../../lib/http/endpoint.ts";
import { listTrackedKeywords } from "../../lib/keywords/list-tracked-keywords.ts";
import { keywordDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { listTrackedKeywordsContract } from "./list-tracked-keywords.contract.ts";

export const handler = endpoint(listTrackedKeywordsContract, keywordDependencies, async (deps, request) => {
  const { params, query, user } = request;
  return await listTrackedKeywords(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    userId: user.id,
    countryCodes: query.country_codes,
    date: query.date,
    sort: query.sort,
    include: query.include ?? [],
    page: { page: query.page, perPage: query.per_page },
  });
});
