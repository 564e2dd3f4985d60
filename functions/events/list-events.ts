import { listEvents } from "../../lib/events/list-events.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listEventsContract } from "./list-events.contract.ts";

export const handler = endpoint(listEventsContract, endpointDependencies, (deps, { query, user }) =>
  listEvents(deps, {
    userId: user.id,
    scopes: query.scope ?? [],
    appIds: query.apps,
    tagIds: query.tags,
    types: query.type,
    fields: query.field,
    countryCode: query.country_code,
    locale: query.locale,
    from: query.from,
    to: query.to,
    minWeight: query.min_weight,
    isAfterLastVisit: query.since === "last_visit",
    order: query.sort,
    page: { page: query.page, perPage: query.per_page },
    afterId: query.after_id,
  }),
);
