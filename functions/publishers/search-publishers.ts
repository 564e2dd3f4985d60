import { endpoint } from "../../lib/http/endpoint.ts";
import { searchPublishers } from "../../lib/publishers/search-publishers.ts";
import { storeDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { searchPublishersContract } from "./search-publishers.contract.ts";

export const handler = endpoint(searchPublishersContract, storeDependencies, async (deps, { query }) => ({
  data: await searchPublishers(deps, {
    term: query.term,
    platform: query.platform,
    countryCode: query.country_code,
  }),
}));
