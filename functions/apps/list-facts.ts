import { listFacts } from "../../lib/apps/list-facts.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listFactsContract } from "./list-facts.contract.ts";

export const handler = endpoint(listFactsContract, endpointDependencies, (deps, { params, query }) =>
  listFacts(deps, {
    app: { platform: params.platform, externalId: params.external_id },
    keys: query.key ?? [],
    withHistory: query.history === "true",
    page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
  }),
);
