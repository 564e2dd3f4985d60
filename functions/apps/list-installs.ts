import { listInstalls } from "../../lib/apps/list-installs.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listInstallsContract } from "./list-installs.contract.ts";

export const handler = endpoint(listInstallsContract, endpointDependencies, async (deps, { params, query }) => {
  const { points, meta } = await listInstalls(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    from: query.from,
    to: query.to,
  });
  return { data: points, meta };
});
