import { endpoint } from "../../lib/http/endpoint.ts";
import { deleteTag } from "../../lib/tags/delete-tag.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { deleteTagContract } from "./delete-tag.contract.ts";

export const handler = endpoint(deleteTagContract, endpointDependencies, async (deps, { params, user }) => {
  await deleteTag(deps, { id: params.tag_id, userId: user.id });
  return {};
});
