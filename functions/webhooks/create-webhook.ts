import { endpoint } from "../../lib/http/endpoint.ts";
import { createWebhook } from "../../lib/webhooks/create-webhook.ts";
import { webhookEndpointDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { createWebhookContract } from "./create-webhook.contract.ts";

export const handler = endpoint(
  createWebhookContract,
  webhookEndpointDependencies,
  async (deps, { body, user, origin }) => {
    const { min_weight: minWeight, digest_hour: digestHour, url, ...given } = body;
    return { data: await createWebhook(deps, { ...given, url, minWeight, digestHour, origin, userId: user.id }) };
  },
);
