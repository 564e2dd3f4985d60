import { endpoint } from "../../lib/http/endpoint.ts";
import { suggestTerms } from "../../lib/keywords/suggest-terms.ts";
import { storeDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { suggestTermsContract } from "./suggest-terms.contract.ts";

export const handler = endpoint(suggestTermsContract, storeDependencies, async (deps, { query }) => {
  const { suggestions, meta } = await suggestTerms(deps, {
    platform: query.platform,
    countryCode: query.country_code,
    term: query.term,
  });
  return { data: suggestions, meta };
});
