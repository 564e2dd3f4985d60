import { endpoint } from "../../lib/http/endpoint.ts";
import { deleteWebhook } from "../../lib/webhooks/delete-webhook.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { deleteWebhookContract } from "./delete-webhook.contract.ts";

export const handler = endpoint(deleteWebhookContract, endpointDependencies, async (deps, { params, user }) => {
  await deleteWebhook(deps, { id: params.webhook_id, userId: user.id });
  return {};
});
