import { requestSync } from "../../lib/apps/request-sync.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/runtime/enqueueing-dependencies.ts";
import { requestSyncContract } from "./request-sync.contract.ts";

export const handler = endpoint(requestSyncContract, enqueueingDependencies, async (deps, request) => {
  const { params, correlationId, log } = request;
  const app = { platform: params.platform, externalId: params.external_id };
  const { isUnderWay, status } = await requestSync(deps, { app, correlationId, log });
  const body = { data: status };
  return { status: isUnderWay ? (202 as const) : (200 as const), body };
});
