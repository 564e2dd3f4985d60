import { endpoint } from "../../lib/http/endpoint.ts";
import { importPublisherApps } from "../../lib/publishers/import-publisher-apps.ts";
import { enqueueingDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { importPublisherAppsContract } from "./import-publisher-apps.contract.ts";

export const handler = endpoint(importPublisherAppsContract, enqueueingDependencies, async (deps, request) => {
  const { params, body, user } = request;
  const publisher = { platform: params.platform, externalId: params.external_id };
  return { data: await importPublisherApps(deps, { publisher, externalIds: body.external_ids, userId: user.id }) };
});
