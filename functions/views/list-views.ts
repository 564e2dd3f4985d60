import { endpoint } from "../../lib/http/endpoint.ts";
import { listViews } from "../../lib/views/list-views.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listViewsContract } from "./list-views.contract.ts";

export const handler = endpoint(listViewsContract, endpointDependencies, async (deps, { user }) => ({
  data: await listViews(deps, { userId: user.id }),
}));
