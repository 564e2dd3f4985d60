import { endpoint } from "../../lib/http/endpoint.ts";
import { listKeywords } from "../../lib/keywords/list-keywords.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listKeywordsContract } from "./list-keywords.contract.ts";

export const handler = endpoint(listKeywordsContract, endpointDependencies, async (deps, { params, query }) => ({
  page: await listKeywords(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    locale: query.locale,
    fields: query.fields,
    size: query.ngram,
    versionId: query.version_id,
    search: query.search,
    sort: query.sort,
    order: query.order,
    page: { page: query.page, perPage: query.per_page },
  }),
}));
