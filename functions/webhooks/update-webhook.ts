import { endpoint } from "../../lib/http/endpoint.ts";
import { updateWebhook } from "../../lib/webhooks/update-webhook.ts";
import { webhookEndpointDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { updateWebhookContract } from "./update-webhook.contract.ts";

export const handler = endpoint(updateWebhookContract, webhookEndpointDependencies, async (deps, request) => {
  const { params, user, body, origin } = request;
  const {
    name,
    description,
    url,
    scope,
    types,
    min_weight: minWeight,
    filter,
    timing,
    digest_hour: digestHour,
    status,
  } = body;
  const changes = { name, description, url, scope, types, minWeight, filter, timing, digestHour, origin, status };
  return { data: await updateWebhook(deps, { id: params.webhook_id, userId: user.id, ...changes }) };
});
