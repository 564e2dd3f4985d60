import { endpoint } from "../../lib/http/endpoint.ts";
import { createTag } from "../../lib/tags/create-tag.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { createTagContract } from "./create-tag.contract.ts";

export const handler = endpoint(createTagContract, endpointDependencies, async (deps, { body, user }) => ({
  data: await createTag(deps, { userId: user.id, name: body.name }),
}));
