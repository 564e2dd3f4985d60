import { endpoint } from "../../lib/http/endpoint.ts";
import { redeliver } from "../../lib/webhooks/redeliver.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { redeliverContract } from "./redeliver.contract.ts";

export const handler = endpoint(redeliverContract, endpointDependencies, async (deps, { params, user }) => ({
  data: await redeliver(deps, { id: params.webhook_id, userId: user.id, deliveryId: params.delivery_id }),
}));
