import { endpoint } from "../../lib/http/endpoint.ts";
import { listDeliveries } from "../../lib/webhooks/list-deliveries.ts";
import { endpointDependencies } from "../../lib/wiring/deployed-endpoint.ts";
import { listDeliveriesContract } from "./list-deliveries.contract.ts";

export const handler = endpoint(
  listDeliveriesContract,
  endpointDependencies,
  async (deps, { params, query, user }) => ({
    page: await listDeliveries(deps, {
      id: params.webhook_id,
      userId: user.id,
      status: query.status,
      page: { page: query.page, perPage: query.per_page, afterId: query.after_id },
    }),
  }),
);
