import { endpoint } from "../../lib/http/endpoint.ts";
import { listTags } from "../../lib/tags/list-tags.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listTagsContract } from "./list-tags.contract.ts";

export const handler = endpoint(listTagsContract, endpointDependencies, async (deps, { user }) => ({
  data: await listTags(deps, { userId: user.id }),
}));
