import { endpoint } from "../../lib/http/endpoint.ts";
import { showKeywordResults } from "../../lib/keywords/show-keyword-results.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showKeywordResultsContract } from "./show-keyword-results.contract.ts";

export const handler = endpoint(showKeywordResultsContract, endpointDependencies, async (deps, request) => ({
  data: await showKeywordResults(deps, {
    userId: request.user.id,
    keywordId: request.params.keyword_id,
    date: request.query.date,
  }),
}));
