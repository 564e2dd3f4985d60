import { removeCompetitor } from "../../lib/competitors/remove-competitor.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { removeCompetitorContract } from "./remove-competitor.contract.ts";

export const handler = endpoint(removeCompetitorContract, endpointDependencies, async (deps, { params, user }) => {
  const app = { platform: params.platform, externalId: params.external_id };
  await removeCompetitor(deps, { app, linkId: params.competitor_id, userId: user.id });
  return {};
});
