import { endpoint } from "../../lib/http/endpoint.ts";
import { showPublisher } from "../../lib/publishers/show-publisher.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showPublisherContract } from "./show-publisher.contract.ts";

export const handler = endpoint(showPublisherContract, endpointDependencies, async (deps, { params, user }) => {
  const publisher = { platform: params.platform, externalId: params.external_id };
  return { data: await showPublisher(deps, { publisher, userId: user.id }) };
});
