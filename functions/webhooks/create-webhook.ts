import { endpoint } from "../../lib/http/endpoint.ts";
import { createWebhook } from "../../lib/webhooks/create-webhook.ts";
import { webhookEndpointDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { createWebhookContract } from "./create-webhook.contract.ts";

export const handler = endpoint(createWebhookContract, webhookEndpointDependencies, async (deps, { body, user }) => {
  const { min_weight: minWeight, ...given } = body;
  return { data: await createWebhook(deps, { ...given, minWeight, userId: user.id }) };
});
