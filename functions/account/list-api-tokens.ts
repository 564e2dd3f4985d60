import { listApiTokens } from "../../lib/account/list-api-tokens.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listApiTokensContract } from "./list-api-tokens.contract.ts";

export const handler = endpoint(listApiTokensContract, endpointDependencies, async (deps, { query, user }) => ({
  page: await listApiTokens(deps, {
    userId: user.id,
    tokenId: user.token_id,
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
}));
