import { endpoint } from "../../lib/http/endpoint.ts";
import { compareKeywords } from "../../lib/keywords/compare-keywords.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { compareKeywordsContract } from "./compare-keywords.contract.ts";

export const handler = endpoint(compareKeywordsContract, endpointDependencies, async (deps, request) => {
  const { params, query, user } = request;
  return {
    data: await compareKeywords(deps, {
      app: { platform: params.platform, externalId: params.external_id },
      userId: user.id,
      appIds: query.app_ids,
      versionIds: query.version_ids ?? [],
      locale: query.locale,
      fields: query.fields,
      size: query.ngram,
      search: query.search,
    }),
  };
});
