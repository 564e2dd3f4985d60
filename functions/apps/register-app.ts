import { registerApp } from "../../lib/apps/register-app.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { registerAppContract } from "./register-app.contract.ts";

export const handler = endpoint(registerAppContract, enqueueingDependencies, async (deps, { body, user }) => ({
  data: await registerApp(deps, {
    app: { platform: body.platform, externalId: body.external_id },
    userId: user.id,
  }),
}));
