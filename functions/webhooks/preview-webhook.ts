import { endpoint } from "../../lib/http/endpoint.ts";
import { previewWebhook } from "../../lib/webhooks/preview-webhook.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { previewWebhookContract } from "./preview-webhook.contract.ts";

export const handler = endpoint(previewWebhookContract, endpointDependencies, async (deps, { body, user }) => {
  const { min_weight: minWeight, ...given } = body;
  return { data: await previewWebhook(deps, { ...given, minWeight, userId: user.id }) };
});
