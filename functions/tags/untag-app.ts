import { endpoint } from "../../lib/http/endpoint.ts";
import { untagApp } from "../../lib/tags/untag-app.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { untagAppContract } from "./untag-app.contract.ts";

export const handler = endpoint(untagAppContract, endpointDependencies, async (deps, { params, user }) => {
  await untagApp(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    tagId: params.tag_id,
    userId: user.id,
  });
  return {};
});
