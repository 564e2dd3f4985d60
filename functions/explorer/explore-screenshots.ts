import { exploreScreenshots } from "../../lib/explorer/explore-screenshots.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { exploreScreenshotsContract } from "./explore-screenshots.contract.ts";

export const handler = endpoint(exploreScreenshotsContract, endpointDependencies, async (deps, { query }) => ({
  page: await exploreScreenshots(deps, {
    platform: query.platform,
    categoryId: query.category_id,
    search: query.search,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
