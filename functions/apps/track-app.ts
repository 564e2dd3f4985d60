import { trackApp } from "../../lib/apps/track-app.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { trackAppContract } from "./track-app.contract.ts";

export const handler = endpoint(trackAppContract, enqueueingDependencies, async (deps, { params, user }) => {
  const app = { platform: params.platform, externalId: params.external_id };
  await trackApp(deps, { app, userId: user.id });
  return {};
});
