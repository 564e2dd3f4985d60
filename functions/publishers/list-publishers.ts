import { endpoint } from "../../lib/http/endpoint.ts";
import { listPublishers } from "../../lib/publishers/list-publishers.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listPublishersContract } from "./list-publishers.contract.ts";

export const handler = endpoint(listPublishersContract, endpointDependencies, async (deps, { query, user }) => ({
  page: await listPublishers(deps, {
    userId: user.id,
    platform: query.platform,
    tagIds: query.tags,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
