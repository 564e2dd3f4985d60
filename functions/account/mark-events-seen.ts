import { markEventsSeen } from "../../lib/account/mark-events-seen.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { markEventsSeenContract } from "./mark-events-seen.contract.ts";

export const handler = endpoint(markEventsSeenContract, endpointDependencies, async (deps, { body, user }) => {
  await markEventsSeen(deps, { userId: user.id, until: body.events_until });
  return {};
});
