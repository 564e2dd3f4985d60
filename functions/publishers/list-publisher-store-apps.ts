import { endpoint } from "../../lib/http/endpoint.ts";
import { listPublisherStoreApps } from "../../lib/publishers/list-publisher-store-apps.ts";
import { storeDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { listPublisherStoreAppsContract } from "./list-publisher-store-apps.contract.ts";

export const handler = endpoint(listPublisherStoreAppsContract, storeDependencies, async (deps, request) => {
  const { params, query, user } = request;
  const publisher = { platform: params.platform, externalId: params.external_id };
  const { apps, meta } = await listPublisherStoreApps(deps, {
    publisher,
    countryCode: query.country_code,
    userId: user.id,
  });
  return { data: apps, meta };
});
