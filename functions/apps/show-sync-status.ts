import { showSyncStatus } from "../../lib/apps/show-sync-status.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { budgetDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { showSyncStatusContract } from "./show-sync-status.contract.ts";

export const handler = endpoint(showSyncStatusContract, budgetDependencies, async (deps, { params }) => ({
  data: await showSyncStatus(deps, { platform: params.platform, externalId: params.external_id }),
}));
