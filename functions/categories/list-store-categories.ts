import { listStoreCategories } from "../../lib/categories/list-store-categories.ts";
import { endpoint } from "../../lib/http/endpoint.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listStoreCategoriesContract } from "./list-store-categories.contract.ts";

export const handler = endpoint(listStoreCategoriesContract, endpointDependencies, async (deps, { query }) => ({
  data: await listStoreCategories(deps, query),
}));
