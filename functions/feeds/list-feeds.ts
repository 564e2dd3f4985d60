import { listFeeds } from "../../lib/feeds/list-feeds.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listFeedsContract } from "./list-feeds.contract.ts";

export const handler = endpoint(listFeedsContract, endpointDependencies, async (deps, { user }) => ({
  data: await listFeeds(deps, user.id),
}));
