import { createFeed } from "../../lib/feeds/create-feed.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { authDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { createFeedContract } from "./create-feed.contract.ts";

export const handler = endpoint(createFeedContract, authDependencies, async (deps, { body, user, origin }) => ({
  data: await createFeed(deps, { userId: user.id, ...body, origin }),
}));
