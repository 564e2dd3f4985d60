import { addCompetitor } from "../../lib/competitors/add-competitor.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { enqueueingDependencies } from "../../lib/wiring/deployed-endpoint-needs.ts";
import { addCompetitorContract } from "./add-competitor.contract.ts";

export const handler = endpoint(addCompetitorContract, enqueueingDependencies, async (deps, { params, body, user }) => {
  const competitor = {
    appId: body.competitor_app_id ?? null,
    externalId: body.competitor_external_id ?? null,
    platform: body.competitor_platform ?? params.platform,
  };
  const link = await addCompetitor(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    competitor,
    relationship: body.relationship,
    userId: user.id,
  });
  return { data: link };
});
