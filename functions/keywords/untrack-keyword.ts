import { endpoint } from "../../lib/http/endpoint.ts";
import { untrackKeyword } from "../../lib/keywords/untrack-keyword.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { untrackKeywordContract } from "./untrack-keyword.contract.ts";

export const handler = endpoint(untrackKeywordContract, endpointDependencies, async (deps, { params, user }) => {
  const app = { platform: params.platform, externalId: params.external_id };
  await untrackKeyword(deps, { app, userId: user.id, keywordId: params.keyword_id });
  return {};
});
