import { showFeed } from "../../lib/feeds/show-feed.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { feedAdmission } from "../../lib/http/feed-admission.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { showFeedContract } from "./show-feed.contract.ts";

export const handler = endpoint(
  showFeedContract,
  endpointDependencies,
  async (deps, { feed, params, origin }) => ({ document: await showFeed(deps, { feed, file: params.file, origin }) }),
  feedAdmission,
);
