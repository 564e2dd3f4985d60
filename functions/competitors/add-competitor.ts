import { addCompetitor } from "../../lib/competitors/add-competitor.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/runtime/endpoint.ts";
import { addCompetitorContract } from "./add-competitor.contract.ts";

export const handler = endpoint(addCompetitorContract, enqueueingDependencies, async (deps, request) => {
  const { params, body, caller, correlationId, log } = request;
  const competitor = {
    appId: body.competitor_app_id ?? null,
    externalId: body.competitor_external_id ?? null,
    platform: body.competitor_platform ?? params.platform,
  };
  const app = { platform: params.platform, externalId: params.external_id };
  const link = await addCompetitor(
    { ...deps, correlationId, log },
    { app, competitor, relationship: body.relationship, userId: caller.id },
  );
  return { data: link };
});
