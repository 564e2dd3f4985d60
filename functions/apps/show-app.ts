import { showApp } from "../../lib/apps/show-app.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { countryDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { showAppContract } from "./show-app.contract.ts";

export const handler = endpoint(showAppContract, countryDependencies, async (deps, { params, user }) => ({
  data: await showApp(deps, { platform: params.platform, externalId: params.external_id, userId: user.id }),
}));
