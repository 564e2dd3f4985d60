import { endpoint } from "../../lib/http/endpoint.ts";
import { renameTag } from "../../lib/tags/rename-tag.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { renameTagContract } from "./rename-tag.contract.ts";

export const handler = endpoint(renameTagContract, endpointDependencies, async (deps, { params, body, user }) => ({
  data: await renameTag(deps, { id: params.tag_id, userId: user.id, name: body.name }),
}));
