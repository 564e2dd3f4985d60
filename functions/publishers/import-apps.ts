import { endpoint } from "../../lib/http/endpoint.ts";
import { importApps } from "../../lib/publishers/import-apps.ts";
import { enqueueingDependencies } from "../../lib/runtime/endpoint.ts";
import { importAppsContract } from "./import-apps.contract.ts";

export const handler = endpoint(importAppsContract, enqueueingDependencies, async (deps, request) => {
  const { params, body, caller, correlationId, log } = request;
  const publisher = { platform: params.platform, externalId: params.external_id };
  const externalIds = body.external_ids;
  return { data: await importApps({ ...deps, correlationId, log }, { publisher, externalIds, userId: caller.id }) };
});
