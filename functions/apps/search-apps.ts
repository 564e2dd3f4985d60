import { searchApps } from "../../lib/apps/search-apps.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { storeDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { searchAppsContract } from "./search-apps.contract.ts";

export const handler = endpoint(searchAppsContract, storeDependencies, async (deps, { query, user }) => {
  const { apps, meta } = await searchApps(deps, {
    userId: user.id,
    term: query.term,
    platform: query.platform,
    countryCode: query.country_code,
    excludedIds: query.exclude_external_ids ?? [],
  });
  return { data: apps, meta };
});
