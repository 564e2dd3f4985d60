import { endpoint } from "../../lib/http/endpoint.ts";
import { testWebhook } from "../../lib/webhooks/test-webhook.ts";
import { webhookEndpointDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { testWebhookContract } from "./test-webhook.contract.ts";

export const handler = endpoint(testWebhookContract, webhookEndpointDependencies, async (deps, { params, user }) => ({
  data: await testWebhook(deps, { id: params.webhook_id, userId: user.id }),
}));
