import { endpoint } from "../../lib/http/endpoint.ts";
import { replayEvents } from "../../lib/webhooks/replay-events.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { replayEventsContract } from "./replay-events.contract.ts";

export const handler = endpoint(replayEventsContract, endpointDependencies, async (deps, { params, body, user }) => ({
  data: await replayEvents(deps, { id: params.webhook_id, userId: user.id, from: body.from, to: body.to }),
}));
