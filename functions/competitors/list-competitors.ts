import { listCompetitors } from "../../lib/competitors/list-competitors.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listCompetitorsContract } from "./list-competitors.contract.ts";

export const handler = endpoint(listCompetitorsContract, endpointDependencies, async (deps, { query, user }) => ({
  page: await listCompetitors(deps, {
    userId: user.id,
    platform: query.platform,
    search: query.search,
    tagIds: query.tags,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
