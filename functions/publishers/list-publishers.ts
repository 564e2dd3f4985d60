import { endpoint } from "../../lib/http/endpoint.ts";
import { listTrackedPublishers } from "../../lib/publishers/list-tracked-publishers.ts";
import { endpointDependencies } from "../../lib/runtime/endpoint.ts";
import { listPublishersContract } from "./list-publishers.contract.ts";

export const handler = endpoint(listPublishersContract, endpointDependencies, (deps, { query, caller, address }) =>
  listTrackedPublishers(deps, {
    userId: caller.id,
    platform: query.platform,
    page: { page: query.page, perPage: query.per_page },
    address,
  }),
);
