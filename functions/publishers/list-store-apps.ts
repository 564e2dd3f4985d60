import { endpoint } from "../../lib/http/endpoint.ts";
import { listStoreApps } from "../../lib/publishers/list-store-apps.ts";
import { storeDependencies } from "../../lib/runtime/endpoint.ts";
import { listStoreAppsContract } from "./list-store-apps.contract.ts";

export const handler = endpoint(listStoreAppsContract, storeDependencies, (deps, request) => {
  const { params, query, caller, correlationId } = request;
  const publisher = { platform: params.platform, externalId: params.external_id };
  return listStoreApps(deps, { publisher, countryCode: query.country_code, userId: caller.id, correlationId });
});
