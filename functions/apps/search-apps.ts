import { searchStoreApps } from "../../lib/apps/search-store-apps.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { storeDependencies } from "../../lib/runtime/endpoint.ts";
import { searchAppsContract } from "./search-apps.contract.ts";

export const handler = endpoint(searchAppsContract, storeDependencies, async (deps, request) => {
  const { query, caller, correlationId } = request;
  const apps = await searchStoreApps(deps, {
    userId: caller.id,
    term: query.term,
    platform: query.platform,
    countryCode: query.country_code,
    excludedIds: query.exclude_external_ids ?? [],
    correlationId,
  });
  return { data: apps };
});
