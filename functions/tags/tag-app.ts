import { endpoint } from "../../lib/http/endpoint.ts";
import { tagApp } from "../../lib/tags/tag-app.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { tagAppContract } from "./tag-app.contract.ts";

export const handler = endpoint(tagAppContract, endpointDependencies, async (deps, { params, user }) => {
  await tagApp(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    tagId: params.tag_id,
    userId: user.id,
  });
  return {};
});
