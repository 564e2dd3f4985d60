import { deleteFeed } from "../../lib/feeds/delete-feed.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { deleteFeedContract } from "./delete-feed.contract.ts";

export const handler = endpoint(deleteFeedContract, endpointDependencies, async (deps, { params, user }) => {
  await deleteFeed(deps, { id: params.feed_id, userId: user.id });
  return {};
});
