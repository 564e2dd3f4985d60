import { showSimilarApps } from "../../lib/apps/show-similar-apps.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showSimilarAppsContract } from "./show-similar-apps.contract.ts";

export const handler = endpoint(showSimilarAppsContract, endpointDependencies, async (deps, { params }) => ({
  data: await showSimilarApps(deps, { platform: params.platform, externalId: params.external_id }),
}));
