import { listAppCompetitors } from "../../lib/competitors/list-app-competitors.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listAppCompetitorsContract } from "./list-app-competitors.contract.ts";

export const handler = endpoint(listAppCompetitorsContract, endpointDependencies, async (deps, { params, user }) => {
  const app = { platform: params.platform, externalId: params.external_id };
  return { data: await listAppCompetitors(deps, { app, userId: user.id }) };
});
