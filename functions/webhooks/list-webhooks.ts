import { endpoint } from "../../lib/http/endpoint.ts";
import { listWebhooks } from "../../lib/webhooks/list-webhooks.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listWebhooksContract } from "./list-webhooks.contract.ts";

export const handler = endpoint(listWebhooksContract, endpointDependencies, async (deps, { user }) => ({
  data: await listWebhooks(deps, { userId: user.id }),
}));
