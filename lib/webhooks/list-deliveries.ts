import type { Db } from "../../db/client.ts";
import { listDeliveries as findDeliveries } from "../../db/queries/webhooks/deliveries.ts";
import { ownsWebhook } from "../../db/queries/webhooks/endpoints.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { DeliveryStatus } from "../domain/webhook.ts";
import { notFound } from "../errors.ts";
import { presentDelivery } from "./webhook-response.ts";

type ListDeliveriesInput = {
  readonly id: number;
  readonly userId: number;
  readonly status: DeliveryStatus | undefined;
  readonly page: Page;
};

export async function listDeliveries({ db }: { readonly db: Db }, { id, userId, status, page }: ListDeliveriesInput) {
  if (!(await ownsWebhook(db, { id, userId }))) throw notFound();
  const { limit, offset } = rowsOf(page);
  const { rows, total } = await findDeliveries(db, {
    endpointId: id,
    status: status ?? null,
    // One more row shows whether there is a next page.
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
  });
  const shown = rows.slice(0, limit);
  const lastId = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { ...pageOf(page, { items: shown.map(presentDelivery), total }), lastId };
}
