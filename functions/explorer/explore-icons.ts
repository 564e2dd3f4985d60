import { exploreIcons } from "../../lib/explorer/explore-icons.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { exploreIconsContract } from "./explore-icons.contract.ts";

export const handler = endpoint(exploreIconsContract, endpointDependencies, async (deps, { query }) => ({
  page: await exploreIcons(deps, {
    platform: query.platform,
    categoryId: query.category_id,
    search: query.search,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
