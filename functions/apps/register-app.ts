import { registerApp } from "../../lib/apps/register-app.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/runtime/endpoint.ts";
import { registerAppContract } from "./register-app.contract.ts";

export const handler = endpoint(registerAppContract, enqueueingDependencies, async (deps, request) => {
  const { body, caller, correlationId, log } = request;
  const app = { platform: body.platform, externalId: body.external_id };
  return { data: await registerApp({ ...deps, correlationId, log }, { app, userId: caller.id }) };
});
