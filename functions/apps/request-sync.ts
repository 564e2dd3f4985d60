import { requestSync } from "../../lib/apps/request-sync.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { requestSyncContract } from "./request-sync.contract.ts";

export const handler = endpoint(requestSyncContract, enqueueingDependencies, async (deps, { params, user }) => ({
  data: await requestSync(deps, { platform: params.platform, externalId: params.external_id, userId: user.id }),
}));
