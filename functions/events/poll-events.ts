import { pollEvents } from "../../lib/events/poll-events.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { pollEventsContract } from "./poll-events.contract.ts";

export const handler = endpoint(pollEventsContract, endpointDependencies, (deps, { query, user }) =>
  pollEvents(deps, { userId: user.id, ...query }),
);
