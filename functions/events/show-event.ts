import { showEvent } from "../../lib/events/show-event.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showEventContract } from "./show-event.contract.ts";

export const handler = endpoint(showEventContract, endpointDependencies, (deps, { params, query, user }) =>
  showEvent(deps, {
    userId: user.id,
    id: params.event_id,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
);
