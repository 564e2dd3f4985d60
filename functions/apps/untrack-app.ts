import { untrackApp } from "../../lib/apps/untrack-app.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { untrackAppContract } from "./untrack-app.contract.ts";

export const handler = endpoint(untrackAppContract, endpointDependencies, async (deps, { params, user }) => {
  const app = { platform: params.platform, externalId: params.external_id };
  await untrackApp(deps, { app, userId: user.id });
  return {};
});
