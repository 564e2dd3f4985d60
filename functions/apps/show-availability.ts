import { showAvailability } from "../../lib/apps/show-availability.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showAvailabilityContract } from "./show-availability.contract.ts";

export const handler = endpoint(showAvailabilityContract, endpointDependencies, async (deps, { params }) => ({
  data: await showAvailability(deps, { platform: params.platform, externalId: params.external_id }),
}));
